/** English names of the demo university's units, majors and courses: what an English transcript shows. Units by key. */
export const departmentEnglishNames: Readonly<Record<string, string>> = {
  '001': 'Minghu University', '101': 'School of Computer Science and Software', '102': 'School of Electronic and Information Engineering', '103': 'School of Mechanical Engineering',
  '104': 'School of Civil Engineering and Architecture', '105': 'School of Materials and Chemical Engineering', '106': 'School of Mathematics and Statistics', '107': 'School of Physics',
  '108': 'School of Economics and Management', '109': 'School of Foreign Languages', '110': 'School of Literature, Journalism and Communication', '111': 'School of Marxism', '112': 'School of Physical Education',
  '901': 'Office of Academic Affairs',
};

/** By code of the national catalogue of undergraduate majors. */
export const majorEnglishNames: Readonly<Record<string, string>> = {
  '080901': 'Computer Science and Technology', '080902': 'Software Engineering', '080701': 'Electronic Information Engineering', '080703': 'Communication Engineering',
  '080202': 'Mechanical Design, Manufacturing and Automation', '081001': 'Civil Engineering', '082801': 'Architecture', '080401': 'Materials Science and Engineering',
  '081301': 'Chemical Engineering and Technology', '070101': 'Mathematics and Applied Mathematics', '070201': 'Physics', '120203K': 'Accounting', '020301K': 'Finance', '050201': 'English', '050301': 'Journalism',
};

/** By course code. */
export const courseEnglishNames: Readonly<Record<string, string>> = {
  MATH1001: 'Advanced Mathematics A (I)', MATH1002: 'Advanced Mathematics A (II)', MATH1003: 'Linear Algebra', MATH1004: 'Probability and Mathematical Statistics',
  PHYS1001: 'College Physics A (I)', PHYS1002: 'College Physics Laboratory', ENGL1001: 'College English (I)', ENGL1002: 'College English (II)',
  MARX1001: 'Morality and the Rule of Law', MARX1002: 'Basic Principles of Marxism', PE1001: 'Physical Education (I)', PE1002: 'Physical Education (II)',
  COMP1001: 'Fundamentals of Programming', COMP2001: 'Data Structures', COMP2002: 'Principles of Computer Organization', COMP2003: 'Operating Systems', COMP2004: 'Computer Networks',
  COMP3001: 'Principles of Database Systems', COMP3002: 'Introduction to Software Engineering', COMP3003: 'Principles of Compilers', COMP3901: 'Course Project', ELEC1001: 'Fundamentals of Circuit Analysis',
  ELEC2001: 'Analog Electronics', ELEC2002: 'Digital Signal Processing', ELEC3001: 'Principles of Communications', MECH1001: 'Engineering Drawing', MECH2001: 'Theoretical Mechanics',
  MECH2002: 'Theory of Machines and Mechanisms', MECH3901: 'Course Project in Mechanical Design', CIVL2001: 'Structural Mechanics', CIVL2002: 'Design of Concrete Structures', ARCH2001: 'Architectural Design',
  MATE2001: 'Fundamentals of Materials Science', CHEM1001: 'Inorganic Chemistry', CHEM2001: 'Principles of Chemical Engineering', MATH2001: 'Mathematical Analysis', MATH2002: 'Higher Algebra',
  PHYS2001: 'Electrodynamics', PHYS2002: 'Quantum Mechanics', ACCT2001: 'Intermediate Financial Accounting', ECON1001: 'Microeconomics', FINC2001: 'Financial Markets', ENGL2001: 'Comprehensive English',
  ENGL2002: 'English Interpretation', JOUR2001: 'News Interviewing and Writing', JOUR2002: 'Introduction to Communication Studies',
};
