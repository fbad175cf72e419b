/** One page of every public kind, with its heading. */
export const publicPages: readonly [path: string, heading: RegExp][] = [
  ['/', /Your next job/],
  ['/programs/', /A programme for every stretch/],
  ['/programs/career-accelerator-program/', /^Career Accelerator:/],
  ['/programs/finance-and-accounting-operations/', /Finance and Accounting Operations:/],
  ['/coaches/', /People who do the work/],
  ['/coaches/?expertise=Juggling', /People who do the work/],
  ['/alumni/', /Where people went/],
  ['/reviews/', /What learners say/],
  ['/moonshot/', /Apply once/],
  ['/callback/', /Talk to a counsellor/],
  ['/portfolios/asha-verma/', /^Asha Verma$/],
  ['/programs/embark-pro/brochure/', /brochure of Embark Pro/],
];
