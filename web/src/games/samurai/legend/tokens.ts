// What the tokens are, each by one of its kind: for the legend and for tooltips.

/** A token, and its sentence in the section `legend`. */
export const TOKEN_SIGNS = [
  { code: 'H3', key: 'token_H' },
  { code: 'B3', key: 'token_B' },
  { code: 'R3', key: 'token_R' },
  { code: 'S2', key: 'token_S' },
  { code: 'N1', key: 'token_N' },
  { code: 'V1', key: 'token_V' },
  { code: 'X', key: 'token_X' },
  { code: 'T', key: 'token_T' },
] as const

/** The sentence about a token. */
export const signOf = (code: string): string => `legend.token_${code.charAt(0)}`
