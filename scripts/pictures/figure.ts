import { type Hill, heightAt, hillPath } from './hills.ts';

/** Draws the nearest hill with its grass, and the two people who stand on it. */
export function drawForeground(hill: Hill, width: number, height: number): string {
  const ridge = hillPath(hill, width);
  return `<path d="${ridge}V${height}H0Z" fill="url(#near)"/>
<path d="${grassPath(hill, width)}" stroke="#1e2a63" stroke-width="2.4" stroke-linecap="round" fill="none"/>
<path d="${ridge}" fill="none" stroke="url(#rim)" stroke-width="3" opacity="0.35"/>
${drawPerson(hill, 262, 1.3, 'M6-62C20-70 34-84 44-98', '#1b2558')}
${drawPerson(hill, 190, 1.12, 'M7-60C14-52 16-42 13-32', '#1b2558')}`;
}

function grassPath(hill: Hill, width: number): string {
  const blades: string[] = [];
  for (let x = 0; x < width; x += 5) {
    const lean = Math.sin(x * 12.9) * 7;
    const bladeHeight = 9 + (Math.sin(x * 7.3) + 1) * 6;
    blades.push(
      `M${x} ${(heightAt(hill, x) + 4).toFixed(1)}q${(lean * 0.2).toFixed(1)} ${(-bladeHeight * 0.6).toFixed(1)} ${lean.toFixed(1)} ${(-bladeHeight).toFixed(1)}`,
    );
  }
  return blades.join('');
}

/**
 * Draws a silhouette whose feet touch the hill, with light on the side of the sun. `arm` is a path from the shoulder.
 */
function drawPerson(hill: Hill, x: number, size: number, arm: string, fill: string): string {
  const y = heightAt(hill, x) + 3;
  return `<g transform="translate(${x} ${y.toFixed(1)}) scale(${size})" fill="${fill}">
<path d="M-10-34C-9-18-12-8-13 0h8C-3-10-1-18 0-26C2-18 5-10 7 0h8C13-10 10-20 10-34z"/>
<path d="M-11-32C-14-48-13-62-8-67Q0-71 8-67C12-62 12-46 11-32z"/>
<circle cx="1" cy="-82" r="9.5"/><path d="M-5-75h10v12h-10z"/>
<path d="${arm}" fill="none" stroke="${fill}" stroke-width="6.5" stroke-linecap="round"/>
<path d="M-7-62C-13-52-14-44-12-34" fill="none" stroke="${fill}" stroke-width="6.5" stroke-linecap="round"/>
<path d="M7-88A10.5 10.5 0 0 1 9-74M10-65C13-58 12-44 11-33" fill="none" stroke="#ffd9a6" stroke-width="1.8" opacity="0.7" stroke-linecap="round"/>
</g>`;
}
