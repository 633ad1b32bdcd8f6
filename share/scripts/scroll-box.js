/**
 * The box that scrolls for a list: as long as the list, or LONGEST pixels for a longer one.
 *
 * Browsers limit an element's height (Firefox to 17.8 million pixels). In a shortened box jumps
 * of the thumb are in proportion, but near both ends its pixels are the list's own, so that the
 * first and the last row are reached exactly.
 */
const LONGEST = 8_000_000;
const END = 40_000;

export class ScrollBox {
  /** Made for a list of so many pixels, of which `room` are seen at once. */
  constructor(pixels, room) {
    this.length = Math.min(pixels, LONGEST);
    this.room = room;
    /** The largest position in the box, and the largest in the list. */
    this.reach = Math.max(0, this.length - room);
    this.range = Math.max(0, pixels - room);
  }

  /** Whether it is shorter than its list. */
  get isShortened() {
    return this.range > this.reach;
  }

  /** A position that there is in the list. */
  within(position) {
    return Math.min(Math.max(position, 0), this.range);
  }

  /** The list's position that a position of the box stands for. */
  positionOf(top) {
    if (!this.isShortened || top <= END) return top;
    if (top >= this.reach - END) return this.range - (this.reach - top);
    return END + ((top - END) * (this.range - 2 * END)) / (this.reach - 2 * END);
  }

  /** The box's position for one of the list. */
  topOf(position) {
    if (!this.isShortened || position <= END) return position;
    if (position >= this.range - END) return this.reach - (this.range - position);
    return END + ((position - END) * (this.reach - 2 * END)) / (this.range - 2 * END);
  }

  /** Whether the box is off its true place by what can be seen: a pixel of the thumb, or near an end of the list a pixel of the box. */
  isOff(top, position) {
    const isNearEnd = Math.min(position, this.range - position) < END;
    const visible = this.isShortened && !isNearEnd ? this.reach / this.room : 0.5;
    return Math.abs(top - this.topOf(position)) > visible;
  }

  /** Whether the box ends before its list does. */
  isExhausted(top, position) {
    if (position !== this.within(position)) return true;
    const left = this.reach - top;
    return (top < this.room && position > top + this.room)
      || (left < this.room && this.range - position > left + this.room);
  }
}
