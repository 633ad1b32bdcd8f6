import AsyncHTTPClient
import Crypto
enum Placeholder {}
