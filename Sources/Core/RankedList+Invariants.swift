extension RankedList {
  /// Stops the program when the inner order, a bound or a count is wrong.
  ///
  /// For tests. O(n)
  public func _checkInvariants() {
    var total = 0
    var last: RankedEntry?
    for block in blocks {
      precondition(!block.chunks.isEmpty && block.chunks.count <= blockCapacity)
      precondition(block.lowerBound == block.chunks[0].lowerBound)
      var counted = 0
      for chunk in block.chunks {
        precondition(chunk.count > 0 && chunk.count <= chunkCapacity)
        precondition(chunk.count == chunk.entries.count)
        if let last {
          precondition(last < chunk.lowerBound && chunk.lowerBound <= chunk.entries[0])
        }
        for entry in chunk.entries {
          if let last { precondition(last < entry) }
          last = entry
        }
        counted += chunk.count
      }
      precondition(counted == block.count)
      total += counted
    }
    precondition(total == count)
  }
}
