import Hummingbird
enum Placeholder {}
