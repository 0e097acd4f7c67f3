"""Run the migrations on the connection that `upgrade` was given."""

from alembic import context

from estoril.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can alter little in place
)
with context.begin_transaction():
    context.run_migrations()
