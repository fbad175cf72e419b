/** The invented employers and the cities of the demo jobs. */

export const employers = {
  sarvalane: {
    slug: 'sarvalane-operations',
    name: 'Sarvalane Operations',
    website: 'https://sarvalane.example/careers',
    about: `Sarvalane runs finance and accounting for 60 companies in retail, pharma and manufacturing from six centres in India. Of its team leads, seven in ten joined as associates.

New colleagues begin in a class of twelve, then work beside a buddy. Offices are near a metro line in every city but Kolkata, where a company bus runs.`,
  },
  boliqo: {
    slug: 'boliqo-connect',
    name: 'Boliqo Connect',
    website: 'https://boliqo.example/jobs',
    about: `Boliqo speaks for banks, airlines and software makers in eleven languages: support, sales and account care, from five Indian cities and from home.

- Shifts are planned four weeks ahead and can be swapped in an app.
- Night work pays ₹250 a shift more, and a cab brings you home.
- After a year you can move to another client or to training.`,
  },
} as const;
export type EmployerKey = keyof typeof employers;

export const cities = {
  bengaluru: ['Bengaluru', 'Karnataka'],
  chennai: ['Chennai', 'Tamil Nadu'],
  coimbatore: ['Coimbatore', 'Tamil Nadu'],
  gurugram: ['Gurugram', 'Haryana'],
  hyderabad: ['Hyderabad', 'Telangana'],
  indore: ['Indore', 'Madhya Pradesh'],
  jaipur: ['Jaipur', 'Rajasthan'],
  kochi: ['Kochi', 'Kerala'],
  kolkata: ['Kolkata', 'West Bengal'],
  mumbai: ['Mumbai', 'Maharashtra'],
  noida: ['Noida', 'Uttar Pradesh'],
  pune: ['Pune', 'Maharashtra'],
} as const;
export type CityKey = keyof typeof cities;
