/** The text beside the checkbox for offers on every channel. A consent is stored with this exact text. */
export const offersWording = 'Yes, send me offers and news. I can stop this at any time.';
