"""What lasts: entries of tables, tokens, webhooks, in SQLite or PostgreSQL."""

from estoril.server.storage.errors import Conflict as Conflict
from estoril.server.storage.errors import StoreError as StoreError
from estoril.server.storage.errors import Trouble as Trouble
from estoril.server.storage.store import Store as Store
from estoril.server.storage.urls import default_url as default_url
