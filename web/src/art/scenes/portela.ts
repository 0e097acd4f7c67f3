/** Portela: an airliner climbs into an apricot dawn. */

import { C } from '../palette';
import { rays } from '../shapes';
import { circle, each, group, line, path, rect, type Markup } from '../svg';
import { sky } from './skies';

export const portela = (): Markup =>
  sky('portela') +
  rays(60, 196, 26, '#FFF6DA', 360, 0.04, '', 0.38) +
  circle(60, 196, 46, '#E2543B') +
  circle(60, 196, 38, '#EE7351') +
  path('M0 198L40 184L84 192L130 176L190 190L240 178L300 190V230H0Z', '#8E6A78') +
  path('M0 208L60 198L120 206L200 196L300 206V230H0Z', '#6B5068') +
  /* terminal */
  rect(150, 170, 150, 52, '#FFF8E7') +
  rect(230, 170, 70, 52, '#DDD2BC') +
  rect(142, 164, 160, 8, '#15456B') +
  rect(150, 184, 150, 14, '#2F6E86') +
  each([164, 180, 196, 212, 228, 244, 260, 276, 292], (x) => rect(x, 184, 2.5, 14, '#FFF8E7')) +
  path('M196 170V110Q214 98 232 110V170Z', '#FFF8E7') +
  path('M214 101.5Q224 102.5 232 110V170H214Z', '#DDD2BC') +
  rect(190, 118, 48, 16, '#15456B') +
  each([196, 206, 216, 226], (x) => rect(x, 121, 7, 10, '#9ED6CC')) +
  rect(186, 112, 56, 6, '#E2543B') +
  line('M214 101V78', C.ink, 2) +
  circle(214, 76, 3, '#E2543B') +
  /* apron and runway */
  path('M0 220H300V316H0Z', '#B9A988') +
  path('M96 220H128L300 316H-30Z', '#5D6268') +
  path('M109 220H114L118 234H106ZM104 244H119L124 262H99ZM96 272H126L132 296H88ZM84 304H134L138 316H80Z', '#F6EBD3') +
  path('M0 236L40 222H0ZM300 230L214 222H300Z', '#8A9A5B') +
  /* aeroplane: our own twin-engined airliner climbing */
  group(
    'translate(150 74) rotate(-13)',
    path('M-112 4Q-104 -12 -60 -14L70 -12Q104 -10 116 2Q104 14 60 14L-60 14Q-100 14 -112 4Z', '#E9EEF0') +
      path('M-112 4Q-60 8 116 2Q104 14 60 14L-60 14Q-100 14 -112 4Z', '#A9B7BF') +
      path('M-108 -2L-126 -44H-104L-78 -13Z', '#15456B') +
      path('M-96 -13L-108 -44H-104L-78 -13Z', '#0F2F4A') +
      path('M-104 4L-130 14H-112L-86 8Z', '#7C8C96') +
      path('M24 2L-46 56H-22L62 6Z', '#7C8C96') +
      path('M24 2L-46 56H-34L46 4Z', '#C4CFD4') +
      path('M30 -10L6 -40H22L62 -11Z', '#8C9BA4') +
      path('M2 22Q24 14 34 22Q30 32 6 32Z', '#E2543B') +
      line('M38 10V40', C.ink, 2.4) +
      each([-66, -50, -34, -18, -2, 14, 30, 46], (x) => rect(x, -8, 9, 7, '#15456B', 'rx="2"')) +
      path('M84 -10Q98 -8 104 -3H84Z', '#15456B') +
      line('M-100 2H108', '#E2543B', 2.4),
  ) +
  /* windsock */
  line('M276 316V238', '#FFF8E7', 3) +
  path('M276 238L300 242V256L276 254Z', '#E2543B') +
  path('M284 239.5L292 241V255.3L284 254.7Z', '#FFF8E7');
