/** The people of the scholarship test: the number of right answers, or null for a test that is still ahead. */
export const cohort = [
  ['Ishaan', 'Rao', 39],
  ['Tara', 'Krishnan', 37],
  ['Bhavna', 'Joshi', 34],
  ['Sameer', 'Khan', 33],
  ['Divya', 'Menon', 31],
  ['Karthik', '', 30],
  ['Pallavi', 'Deshpande', 28],
  ['Rahul', 'Chauhan', 26],
  ['Anjali', 'Bose', 24],
  ['Zoya', 'Ansari', 22],
  ['Manish', 'Yadav', 17],
  ['Sneha', 'Patil', null],
  ['Vikas', 'Tiwari', null],
] as const;

/**
 * Those of the weeks before, so that questions were asked often enough to say how well they separate good from weak tests.
 * Nobody called them any more, so they are no leads.
 */
export const earlierCohort = [
  ['Aditi', 'Sharma', 38],
  ['Farhan', 'Sheikh', 36],
  ['Gauri', 'Kale', 36],
  ['Harish', 'Venkatesh', 35],
  ['Jaspreet', 'Kaur', 35],
  ['Keerthana', '', 34],
  ['Lokesh', 'Meena', 33],
  ['Maria', 'Dsouza', 33],
  ['Naveen', 'Gowda', 32],
  ['Oviya', 'Selvam', 32],
  ['Prakash', 'Mishra', 31],
  ['Ruchi', 'Agarwal', 30],
  ['Saurabh', 'Singh', 30],
  ['Thomas', 'Varghese', 29],
  ['Urvashi', 'Rathore', 29],
  ['Vivek', 'Pandey', 28],
  ['Yamini', 'Reddy', 27],
  ['Aslam', 'Ali', 27],
  ['Bindu', 'Nambiar', 26],
  ['Chetan', 'Solanki', 25],
  ['Deepa', 'Iyengar', 25],
  ['Ganesh', 'More', 24],
  ['Hema', 'Malik', 23],
  ['Irfan', 'Pathan', 22],
  ['Jyoti', 'Kumari', 21],
  ['Kunal', 'Saha', 20],
  ['Latha', 'Raman', 19],
  ['Mohit', 'Bansal', 18],
  ['Nandita', 'Das', 16],
  ['Omkar', 'Jadhav', 14],
  ['Pinky', 'Oraon', 12],
] as const;
