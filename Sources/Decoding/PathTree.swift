import AlmanacDeclarations

/// The paths that a dataset declares, merged, so that one walk over a record finds all their values.
///
/// Each place where a path ends has a slot. A slot holds one value, or, below a `*`, several.
struct PathTree: Sendable {
  /// A place that some path passes or ends at.
  struct Node: Sendable {
    /// Where the value goes when a path ends here; -1 where none does.
    var slot = -1
    /// The node for every element; -1 where no path has a `*` here.
    var every = -1
    /// Whether a `*` leads here, so that there may be several values.
    var isMany = false
    /// The first step to a named or numbered part, -1 where there is none.
    var firstStep = -1
    /// The slots at and below this node, which are numbered in a row.
    var slots = 0..<0

    var isLeaf: Bool { every < 0 && firstStep < 0 }
  }

  /// A step from a node to a part of it.
  struct Step: Sendable {
    var name: Range<Int>
    /// The name as an index into a list; -1 where it is none.
    var index: Int
    var node: Int
    var following: Int
  }

  private(set) var nodes = [Node()]
  private(set) var steps: [Step] = []
  /// The bytes of all names.
  private(set) var names: [UInt8] = []
  private(set) var slotCount = 0

  /// Merges paths; `slots` of a path afterwards says where its values are.
  init(_ paths: [FieldPath]) {
    for path in paths {
      insert([path.description])
      insert(path.components)
    }
    number(0)
  }

  /// The slots of a path in the order in which they count: the key spelt like it, then its parts.
  func slots(of path: FieldPath) -> [Int] {
    let found = [node(at: [path.description]), node(at: path.components)].compactMap { $0 }
    let slots = found.map { nodes[$0].slot }.filter { $0 >= 0 }
    return slots.first == slots.last ? Array(slots.prefix(1)) : slots
  }

  /// Whether a slot may hold several values.
  func isMany(slot: Int) -> Bool { nodes.contains { $0.slot == slot && $0.isMany } }

  /// The names that are looked for in a record itself.
  var topNames: [(name: [UInt8], node: Int)] {
    steps(of: 0).map { (Array(names[steps[$0].name]), steps[$0].node) }
  }

  private mutating func insert(_ components: [String]) {
    var node = 0
    for component in components { node = child(component, of: node) }
    if node > 0 { nodes[node].slot = 0 }
  }

  private mutating func child(_ component: String, of node: Int) -> Int {
    if let known = self.node(named: component, below: node) { return known }
    nodes.append(Node(isMany: nodes[node].isMany || component == "*"))
    let added = nodes.count - 1
    guard component != "*" else {
      nodes[node].every = added
      return added
    }
    let start = names.count
    names.append(contentsOf: component.utf8)
    let step = Step(
      name: start..<names.count, index: Int(component) ?? -1, node: added, following: -1)
    append(step, to: node)
    return added
  }

  private mutating func append(_ step: Step, to node: Int) {
    let last = steps(of: node).last
    steps.append(step)
    if let last {
      steps[last].following = steps.count - 1
    } else {
      nodes[node].firstStep = steps.count - 1
    }
  }

  /// Gives slots to the ends of paths, parents before children.
  private mutating func number(_ node: Int) {
    let start = slotCount
    if nodes[node].slot == 0, node > 0 {
      nodes[node].slot = slotCount
      slotCount += 1
    }
    for step in steps(of: node) { number(steps[step].node) }
    if nodes[node].every >= 0 { number(nodes[node].every) }
    nodes[node].slots = start..<slotCount
  }

  private func steps(of node: Int) -> [Int] {
    Array(sequence(first: nodes[node].firstStep) { steps[$0].following }.prefix { $0 >= 0 })
  }

  private func node(named component: String, below node: Int) -> Int? {
    if component == "*" { return nodes[node].every >= 0 ? nodes[node].every : nil }
    let name = Array(component.utf8)
    return steps(of: node).first { names[steps[$0].name].elementsEqual(name) }.map {
      steps[$0].node
    }
  }

  private func node(at components: [String]) -> Int? {
    var place = 0
    for component in components {
      guard let next = node(named: component, below: place) else { return nil }
      place = next
    }
    return place > 0 ? place : nil
  }
}
