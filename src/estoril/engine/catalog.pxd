cimport cython

from estoril.engine cimport bits, terms


@cython.final
cdef class Catalog:
    cdef readonly object content
    # the setup
    cdef readonly int players, slots, cells, columns, width
    cdef readonly int markers, missions_dealt
    cdef readonly int enigma, roulette
    cdef readonly int bars_assassins, highest_space_loses, share_up
    cdef readonly int secret_missions, secret_agenda, mission_scoring
    cdef readonly int controllers_hand, removal_first, strength_alone
    cdef readonly unsigned int seated, everyone
    # geometry of the grid
    cdef readonly unsigned int full, edge, west, east
    cdef readonly short slot_cell[terms.CELLS]
    cdef readonly short cell_slot[terms.CELLS]
    cdef readonly unsigned int slot_mask[terms.SLOTS]
    cdef readonly unsigned int near_mask[terms.SLOTS]
    cdef readonly unsigned int near_slots[terms.SLOTS]
    # tiles
    cdef readonly int tiles
    cdef readonly unsigned long long pile
    cdef readonly short strength[terms.TILES]
    cdef readonly short points[terms.TILES]
    cdef readonly short flag[terms.TILES]
    cdef readonly short symbol[terms.TILES * 2]
    cdef readonly unsigned long long women
    cdef readonly unsigned long long with_symbol[terms.SYMBOLS]
    cdef readonly unsigned long long with_symbol_twice[terms.SYMBOLS]
    cdef readonly unsigned long long with_flag[terms.FLAGS]
    # locations
    cdef readonly int locations, airport
    cdef readonly short number[terms.LOCATIONS]
    cdef readonly short position[terms.SPACES]
    cdef readonly short spaces[terms.LOCATIONS]
    cdef readonly short secret_spaces[terms.LOCATIONS]
    cdef readonly short secret_reward[terms.LOCATIONS]
    cdef readonly short rewards[terms.LOCATIONS]
    cdef readonly short reach[terms.SPACES]
    cdef readonly short die_move[terms.SPACES]
    cdef readonly short no_assassins[terms.LOCATIONS]
    cdef readonly short bonus_flag[terms.LOCATIONS]
    cdef readonly short flag_bonus[terms.LOCATIONS]
    cdef readonly short woman_bonus[terms.LOCATIONS]
    cdef readonly short nationalism_bonus[terms.LOCATIONS]
    cdef readonly short all_outer[terms.LOCATIONS]
    cdef readonly short dice[terms.LOCATIONS]
    cdef readonly short sacrifice[terms.LOCATIONS]
    cdef readonly short rotates[terms.LOCATIONS]
    cdef readonly short roulette_here[terms.LOCATIONS]
    # missions
    cdef readonly int missions
    cdef readonly short mission_kind[terms.MISSIONS]
    cdef readonly unsigned long long mission_symbols[terms.MISSIONS]
    cdef readonly unsigned long long mission_flags[terms.MISSIONS]
    cdef readonly unsigned long long agendas
    # actions
    cdef readonly int codes, action_spaces
    cdef readonly tuple numbers
    cdef readonly int base[terms.ACTIONS + 1]

    cdef _lay_grid(self)
    cdef _read_tiles(self, content)
    cdef _read_locations(self, content)
    cdef _read_missions(self, content)
    cdef _number_actions(self)


cpdef unsigned int beside(Catalog cat, unsigned int cells) noexcept nogil
