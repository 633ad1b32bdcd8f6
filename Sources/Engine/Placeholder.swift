import ServiceLifecycle
enum Placeholder {}
