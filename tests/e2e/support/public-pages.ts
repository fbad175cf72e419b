/** One page of every public kind, with its heading. */
export const publicPages: readonly [path: string, heading: RegExp][] = [
  ['/', /^Learn the skills/],
  ['/programs/', /Find the programme/],
  ['/programs/career-accelerator-program/', /^Career Accelerator:/],
  ['/programs/finance-and-accounting-operations/', /Finance and Accounting Operations:/],
  ['/coaches/', /^Our coaches$/],
  ['/coaches/?expertise=Juggling', /^Our coaches$/],
  ['/coaches/kavya-reddy/', /^Kavya Reddy$/],
  ['/programs/compare/?a=pm-launchpad-core&b=bootcamp-non-coding', /^Compare programmes$/],
  ['/alumni/', /What our alumni do/],
  ['/reviews/', /What learners say/],
  ['/moonshot/', /^Apply for a job/],
  ['/callback/', /Ask for a call/],
  ['/portfolios/asha-verma/', /^Asha Verma$/],
  ['/programs/embark-pro/brochure/', /brochure of Embark Pro/],
];
