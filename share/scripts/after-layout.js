/**
 * Gives a function that asks for one call once the next frame is laid out, however often it is asked before.
 *
 * There a page's places cost nothing to read. Earlier, reading them has the page laid out within the script that
 * reads, and again for the frame. The element must have a size.
 */
export function afterLayout(element, call) {
  // What is observed is told of once in any case: first of all its size.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    call();
  });
  return () => observer.observe(element);
}
