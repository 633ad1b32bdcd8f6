import GRDB
enum Placeholder {}
