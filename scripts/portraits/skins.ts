/** The colours of face, neck, shadows and lips, from light to dark. */
export const skins = {
  1: { face: '#f0cdaa', neck: '#e6bd95', shade: '#c08d63', lip: '#a8503f' },
  2: { face: '#e2b489', neck: '#d5a274', shade: '#ac774d', lip: '#9c4a3c' },
  3: { face: '#d3a077', neck: '#c38e64', shade: '#9b6a43', lip: '#914438' },
  4: { face: '#c68a60', neck: '#b97a52', shade: '#9c6342', lip: '#8b4a3c' },
  5: { face: '#b47b52', neck: '#a36b45', shade: '#875636', lip: '#7b3f35' },
  6: { face: '#a0663f', neck: '#8c5636', shade: '#74452a', lip: '#6b2f28' },
  7: { face: '#885331', neck: '#774628', shade: '#5f371f', lip: '#5e2723' },
  8: { face: '#704225', neck: '#61381f', shade: '#492815', lip: '#4f201c' },
} as const;
export type Skin = (typeof skins)[keyof typeof skins];
