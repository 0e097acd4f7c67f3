from estoril.engine cimport abilities, bits, flow, locations, placement, setup, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State
