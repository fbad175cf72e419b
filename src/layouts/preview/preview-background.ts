/** The background of every preview: the logo, and the hero's flight path at the right. */
export const previewBackground = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<rect width="1200" height="630" fill="#fbfaf7"/>
<circle cx="1010" cy="236" r="262" fill="#e9edff"/>
<circle cx="1010" cy="236" r="180" fill="#d5ddff"/>
<path d="M640 630c84-96 180-104 268-66 100 42 166-128 292-122v188z" fill="#f0ede5"/>
<path d="M850 630c98-44 146-44 214-26 62 16 84-40 136-34v60z" fill="#e2ded3"/>
<path d="M716 600C900 560 1040 430 1084 190" fill="none" stroke="#2a4bd7" stroke-width="4" stroke-dasharray="3 14" stroke-linecap="round"/>
<g transform="translate(452 -14) scale(1.55)"><path d="m398 108 70-76-22 102-21-17z" fill="#2a4bd7"/>
<path d="m398 108 70-76-43 85-6 22z" fill="#1f3bb3"/><path d="m419 139 6-22 11 9z" fill="#14287f"/></g>
<g transform="translate(72 62) scale(1.5)"><rect width="32" height="32" rx="9" fill="#2a4bd7"/>
<g fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">
<path d="M7.5 23.5c7.6 0 13.2-4 14.6-12.2"/><path d="m16.4 12.6 5.9-4.7 3 6.9"/></g></g>
</svg>`;
