import { directionRows, schemaCourseRows } from './schema-courses.ts';
import { schemeRows } from './scheme.data.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { courseEnglishNames, departmentEnglishNames, majorEnglishNames } from './english-names.data.ts';
import { addDays, at, type DemoSemester } from './calendar.ts';
import { personName } from './person-name.ts';
import { createOrigins } from './origin.ts';
import { createRandom } from './random.ts';
import { buildingsFor, placeMeetings, roomsIn, type DemoRoom } from './rooms.ts';
import {
  campuses,
  courses,
  equivalentCourses,
  majors,
  newDepartment,
  newMajor,
  newVersions,
  officeDepartment,
  rootDepartment,
  schoolName,
  teachingDepartments,
  type DemoCourse,
} from './university.data.ts';

/** A student as the stories need one. */
export interface DemoStudent {
  readonly studentCode: string;
  readonly studentName: string;
  readonly dwh: string;
  readonly njzydm: string;
}

/** A teacher or member of staff. */
export interface DemoTeacher {
  readonly gh: string;
  readonly xm: string;
  readonly dwh: string;
}

/** A teaching class with who teaches and who attends it. */
export interface DemoTeachingClass {
  readonly teachingClassId: string;
  readonly semester: DemoSemester;
  readonly course: DemoCourse;
  readonly teachers: readonly DemoTeacher[];
  readonly students: readonly DemoStudent[];
}

/** Rows of every reference resource in load order, and what the stories are told about. */
export interface DemoUniversity {
  readonly rows: readonly (readonly [resource: string, rows: readonly object[]])[];
  readonly teachers: readonly DemoTeacher[];
  readonly staff: readonly DemoTeacher[];
  readonly students: readonly DemoStudent[];
  readonly teachingClasses: readonly DemoTeachingClass[];
  readonly rooms: readonly DemoRoom[];
  readonly gradeMajors: readonly DemoGradeMajor[];
}

/** A grade-major with the unit that has it. */
export interface DemoGradeMajor {
  readonly njzydm: string;
  readonly grade: string;
  readonly dwh: string;
}

const gradesInSchool = 4;
const creditsPerYear = 40;
/** Of 2,000 students: about 150 teachers and 75 teaching classes a semester. */
const studentsPerTeacher = 2000 / 150;
const studentsPerTeachingClass = 2000 / 75;

/** Of the teachers, the one in charge of the first major: of its department, as `hire` spreads them. */
export const majorHeadIndex = 13;

interface AdministrativeClass {
  bjdm: string;
  name: string;
  dwh: string;
  entryYear: number;
  students: DemoStudent[];
}

/**
 * Makes the university for a number of students. `semesters` newest first; teaching classes are made in the first two.
 */
export function enrol(studentCount: number, semesters: readonly DemoSemester[]): DemoUniversity {
  const current = semesters[0]!;
  const firstGrade = Number(current.xnzj.slice(0, 4));
  const grades = Array.from({ length: gradesInSchool }, (_, index) => String(firstGrade - index));
  const gradeMajors = grades.flatMap((grade) =>
    majors.map((major) => ({ grade, major, njzydm: `${grade}${major.zydm}` })),
  );
  const [newest = ''] = grades;
  const allGradeMajors = [...gradeMajors, { grade: newest, major: newMajor, njzydm: `${newest}${newMajor.zydm}` }];
  const teachers = hire(Math.max(150, Math.round(studentCount / studentsPerTeacher)));
  const staff = appointStaff();
  const { classes, students, classRows, studentRows } = admit(studentCount, gradeMajors);
  const teachingClasses = schedule(
    semesters.slice(0, 2),
    classes,
    teachers,
    Math.round(studentCount / studentsPerTeachingClass),
  );
  const classesNow = teachingClasses.filter(({ semester }) => semester === current);
  const buildings = buildingsFor(classesNow.length);
  const rooms = roomsIn(buildings);
  const catalogue: readonly DemoCourse[] = [...courses, ...newVersions.map(({ course }) => course)];
  const courseKeys = new Map(catalogue.map((course, index) => [course, courseKey(index)]));

  return {
    teachers,
    staff,
    students,
    teachingClasses,
    rooms,
    gradeMajors: gradeMajors.map(({ njzydm, grade, major }) => ({ njzydm, grade, dwh: major.dwh })),
    rows: [
      ['campus', campuses],
      ['building', buildings],
      ['classroom', rooms],
      ['department', departmentRows()],
      ['grade', grades.map((njdm) => ({ njdm, njmc: `${njdm}级`, sfzx: '1' }))],
      ['semester', semesters.map((semester) => ({ ...semester, sfgd: '0' }))],
      ['teacher', [...teachers, ...staff].map(teacherRow)],
      [
        'major',
        [...majors, newMajor].map(({ zydm, zymc, dwh, xkmlm, xz }, index) => ({
          zydm,
          ywbm: zydm,
          zymc,
          zyywmc: majorEnglishNames[zydm] ?? null,
          gjzydm: index === majors.length - 1 ? fullWidth(zydm) : zydm,
          xkmlm,
          dwh,
          pyccm: '3',
          xz,
          xwm: '4',
          zyfzrh: zydm === majors[0]!.zydm ? teachers[majorHeadIndex]!.gh : null,
        })),
      ],
      ['direction', directionRows],
      [
        'gradeMajor',
        allGradeMajors.map(({ grade, major, njzydm }) => ({
          njzydm,
          njzymc: `${grade}级${major.zymc}`,
          njdm: grade,
          zydm: major.zydm,
          dwh: major.dwh,
          xqdm: campusOf(major.dwh),
          xslbdm: '4201',
          pyccm: '3',
          xz: major.xz,
          zdxf: major.xz * creditsPerYear,
        })),
      ],
      ['classInfo', classRows],
      ['student', studentRows],
      [
        'course',
        catalogue.map((course, index) => ({
          kch: courseKey(index),
          ywbm: course.ywbm,
          kcmc: course.kcmc,
          kcywmc: courseEnglishNames[course.ywbm] ?? null,
          kkxy: course.kkxy,
          kcsx: course.template === 'TSJ' || course.template === 'TLW' ? '5' : '1',
          kcxz: course.kind === 'public' ? '01' : '04',
          xf: course.xf,
          zxs: course.xf * 16,
          khfs: course.template === 'T302050' || course.template === 'T4060' ? '1' : '2',
          scoreHierarchyCode: gradeScaleOf(course),
          ...typeOf(course),
          zhxs: Math.ceil(course.xf / 10) * 10,
          gbkch: keyOfCode(newVersions.find((version) => version.course === course)?.replaced),
        })),
      ],
      [
        'courseBinding',
        equivalentCourses.map(([main, bound]) => ({
          bindingId: `${main}.${bound}`,
          bindType: '5',
          mainCourseId: keyOfCode(main),
          boundCourseId: keyOfCode(bound),
          grades: [grades[0]],
        })),
      ],
      [
        'courseHour',
        catalogue.flatMap((course, index) =>
          hoursOf(course).map(([xsbh, xs]) => ({ kch: courseKey(index), xsbh, xs })),
        ),
      ],
      ...schemaCourseRows(new Set(catalogue.map(({ ywbm }) => ywbm))),
      ...schemeRows(allGradeMajors, courseKeys),
      [
        'personalCoursePlan',
        students
          .filter((_, index) => index % 40 === 0)
          .map((student, index) => ({
            personalCoursePlanKey: `P${student.studentCode}`,
            studentCode: student.studentCode,
            kch: courseKeys.get(
              courses.filter((course) => course.kind === 'major' && course.kkxy !== student.dwh)[index % 20]!,
            )!,
            xnxq: current.xnxq,
            courseSystemName: '个性发展平台',
            confirmStatus: ['0', '1', '2'][index % 3]!,
          })),
      ],
      [
        'scoreTermControl',
        semesters.slice(0, 2).map((semester) => ({
          scoreTermControlId: `${semester.xnxq}.1`,
          semesterId: semester.xnxq,
          scoreType: '1',
          scoreTermInputBeginTime: `${addDays(semester.ksrq, 28)}T00:00:00.000Z`,
          scoreTermInputEndTime: `${addDays(semester.jsrq, 10)}T15:59:59.000Z`,
          scoreTemplateId: 'T4060',
        })),
      ],
      [
        'scoreQueryControl',
        semesters.flatMap((semester) =>
          Object.values(scoreType).map((type) => ({
            queryControlId: `${semester.xnxq}.${type}`,
            semesterId: semester.xnxq,
            scoreType: type,
            beginTime: at(semester.ksrq, 0, '00:00:00'),
            showItems: type === scoreType.regular ? yesNo.yes : yesNo.no,
          })),
        ),
      ],
      [
        'teachingClass',
        teachingClasses.map((row) => ({
          teachingClassId: row.teachingClassId,
          teachingClassCode: row.code,
          teachingClassName: row.name,
          semesterId: row.semester.xnxq,
          courseId: courseKeys.get(row.course)!,
          openDepartmentId: row.course.kkxy,
          xqdm: campusOf(row.course.kkxy),
          scoreTemplateId: row.course.template,
          scoreHierarchyCode: gradeScaleOf(row.course),
        })),
      ],
      [
        'teachingClassTeacher',
        teachingClasses.flatMap((row) =>
          row.teachers.map((teacher, index) => ({
            teachingClassId: row.teachingClassId,
            gh: teacher.gh,
            sortNum: index + 1,
          })),
        ),
      ],
      ['classSchedule', schedulesOf(classesNow, rooms)],
      [
        'teachingClassStudent',
        teachingClasses.flatMap((row, classIndex) =>
          row.students.map((student, index) => ({
            teachingClassId: row.teachingClassId,
            studentCode: student.studentCode,
            listSource: (classIndex + index * 7) % 97 === 0 ? '重修' : '',
          })),
        ),
      ],
    ],
  };
}

const withPractice = (course: DemoCourse): boolean => course.template === 'TSY';
/** Course type and category: sports, practice, languages, the rest theory. */
function typeOf(course: DemoCourse): { kcbj: string; kclb: string } {
  if (course.template === 'TTY') return { kcbj: '6', kclb: '4' };
  if (course.template === 'TSJ' || course.template === 'TLW') return { kcbj: '1', kclb: '5' };
  return course.kkxy === '109' ? { kcbj: '2', kclb: '2' } : { kcbj: withPractice(course) ? '5' : '1', kclb: '1' };
}
/** As an input method types it: the data monitor finds such a code and cleans it. */
function fullWidth(code: string): string {
  return code.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
}
/** Hours by type, in tenths; together those of the course. */
function hoursOf(course: DemoCourse): [xsbh: string, tenths: number][] {
  const all = course.xf * 16;
  if (course.template === 'TSJ' || course.template === 'TLW') return [['4', all]];
  return withPractice(course)
    ? [
        ['1', (all * 3) / 4],
        ['3', all / 4],
      ]
    : [['1', all]];
}

/** One meeting a week for each class. */
function schedulesOf(classes: readonly DemoTeachingClass[], rooms: readonly DemoRoom[]): object[] {
  const places = placeMeetings(
    classes.map(({ teachers, students, course }) => ({
      gh: teachers[0]!.gh,
      xqdm: campusOf(course.kkxy),
      headCount: students.length,
    })),
    rooms,
  );
  return classes.map(({ teachingClassId, semester, teachers }, index) => {
    const { weekday, period, room } = places[index]!;
    return {
      scheduleId: `S${teachingClassId}`,
      teachingClassId,
      semesterId: semester.xnxq,
      weeks: '1-16',
      weekday,
      period,
      room: room.jsmc,
      jsh: room.jsh,
      gh: teachers[0]!.gh,
    };
  });
}

const courseKey = (index: number): string => `K${String(index + 1).padStart(5, '0')}`;
/** Key of the course of a code. */
const keyOfCode = (ywbm: string | undefined): string | null =>
  ywbm === undefined ? null : courseKey(courses.findIndex((course) => course.ywbm === ywbm));
/** Key of a course in the rows. */
export const keyOfCourse = (course: DemoCourse): string => courseKey(courses.indexOf(course));
const gradeScaleOf = (course: DemoCourse): string =>
  course.template === 'TTY' || course.template === 'TLW' ? 'wjz' : 'bfz';
/** Campus of a teaching department and its classes. */
export const campusOf = (dwh: string): string => (Number(dwh) % 3 === 2 ? '2' : '1');

function departmentRows(): object[] {
  const row = (
    dwh: string,
    dwmc: string,
    dwjc: string,
    dwlbm: string,
    teaching: boolean,
    pxh: number,
    lsdwh: string | null,
  ) => ({
    dwh,
    ywbm: dwh,
    dwmc,
    dwjc,
    dwywmc: departmentEnglishNames[dwh] ?? null,
    lsdwh,
    dwlbm,
    sfjxdw: teaching ? '1' : '0',
    sfkkdw: teaching ? '1' : '0',
    pxh,
  });
  return [
    row(rootDepartment, schoolName, '明湖', '9', false, 0, null),
    ...teachingDepartments.map((department, index) =>
      row(department.dwh, department.dwmc, department.dwjc, '1', true, index + 1, rootDepartment),
    ),
    row(
      newDepartment.dwh,
      newDepartment.dwmc,
      newDepartment.dwjc,
      '1',
      true,
      teachingDepartments.length + 1,
      rootDepartment,
    ),
    row(officeDepartment, '教务处', '教务处', '5', false, 90, rootDepartment),
  ];
}

type Person = DemoTeacher & {
  readonly xmpy: string;
  readonly xbm: string;
  readonly zcm: string | null;
  readonly teaches: boolean;
};

function hire(count: number): Person[] {
  const random = createRandom('teachers');
  return Array.from({ length: count }, (_, index) => {
    const { name, pinyin, xbm } = personName(random);
    // The first department gets the first two, which are the accounts teacher1 and teacher2.
    const department = teachingDepartments[index < 2 ? 0 : (index - 1) % teachingDepartments.length]!;
    return {
      gh: `T${String(index + 1).padStart(5, '0')}`,
      xm: name,
      xmpy: pinyin,
      xbm,
      dwh: department.dwh,
      zcm: random.pick(['011', '012', '012', '013', '013', '014']),
      teaches: true,
    };
  });
}

/**
 * For each teaching department an approver and a clerk; two approvers and two administrators of the office, approver
 * and clerk of the new unit, in this order.
 */
function appointStaff(): Person[] {
  const random = createRandom('staff');
  const places = [
    ...teachingDepartments.flatMap(({ dwh }) => [dwh, dwh]),
    officeDepartment,
    officeDepartment,
    officeDepartment,
    officeDepartment,
    newDepartment.dwh,
    newDepartment.dwh,
  ];
  return places.map((dwh, index) => {
    const { name, pinyin, xbm } = personName(random);
    return {
      gh: `G${String(index + 1).padStart(5, '0')}`,
      xm: name,
      xmpy: pinyin,
      xbm,
      dwh,
      zcm: null,
      teaches: false,
    };
  });
}

function teacherRow(person: DemoTeacher, index: number): object {
  const { xmpy, xbm, zcm, teaches } = person as Person;
  return {
    gh: person.gh,
    ywbm: String(20_010_001 + index),
    xm: person.xm,
    xmpy,
    xbm,
    zcm,
    dwh: person.dwh,
    jzglbm: teaches ? '11' : '13',
    dqztm: '11',
    sfrk: teaches ? '1' : '0',
  };
}

function admit(
  studentCount: number,
  gradeMajors: readonly { grade: string; major: (typeof majors)[number]; njzydm: string }[],
) {
  const random = createRandom('students');
  const originOf = createOrigins();
  const parallel = Math.max(1, Math.round(studentCount / 2000));
  const classTotal = gradeMajors.length * parallel;
  const classes: AdministrativeClass[] = [];
  const classRows: object[] = [];
  const studentRows: object[] = [];
  let admitted = 0;
  for (const [place, { grade, major, njzydm }] of gradeMajors.entries()) {
    for (let number = 1; number <= parallel; number += 1) {
      const index = place * parallel + number - 1;
      const short = `${grade.slice(2)}${String(number).padStart(2, '0')}`;
      const bjdm = `B${grade}${String(majors.indexOf(major) + 1).padStart(2, '0')}${String(number).padStart(2, '0')}`;
      const administrative: AdministrativeClass = {
        bjdm,
        name: `${major.short}${short}`,
        dwh: major.dwh,
        entryYear: Number(grade),
        students: [],
      };
      const place2 = { bjdm, njzydm, dwh: major.dwh, zydm: major.zydm, njdm: grade, xqdm: campusOf(major.dwh) };
      classRows.push({ ...place2, ywbm: bjdm.slice(1), bjmc: administrative.name });
      const size = Math.round(((index + 1) * studentCount) / classTotal) - admitted;
      admitted += size;
      for (let seat = 1; seat <= size; seat += 1) {
        const { name, pinyin, xbm } = personName(random);
        const number8 = `${bjdm.slice(1)}${String(seat).padStart(2, '0')}`;
        administrative.students.push({ studentCode: `S${number8}`, studentName: name, dwh: major.dwh, njzydm });
        studentRows.push({
          studentCode: `S${number8}`,
          studentNumber: number8,
          studentName: name,
          xmpy: pinyin,
          xbm,
          ...place2,
          xslbdm: '4201',
          dqztm: '01',
          ...originOf(Number(grade)),
        });
      }
      classes.push(administrative);
    }
  }
  return { classes, students: classes.flatMap((one) => one.students), classRows, studentRows };
}

type ScheduledClass = DemoTeachingClass & { readonly code: string; readonly name: string };

function schedule(
  semesters: readonly DemoSemester[],
  classes: readonly AdministrativeClass[],
  teachers: readonly DemoTeacher[],
  perSemester: number,
): ScheduledClass[] {
  return semesters.flatMap((semester) => {
    const offers = spread(offersOf(semester, classes), perSemester);
    const perDepartment = new Map<string, number>();
    const perCourse = new Map<string, number>();
    return offers.map(({ course, groups }, index): ScheduledClass => {
      const order = perDepartment.get(course.kkxy) ?? 0;
      perDepartment.set(course.kkxy, order + 1);
      const sameCourse = (perCourse.get(course.ywbm) ?? 0) + 1;
      perCourse.set(course.ywbm, sameCourse);
      const serial = String(index + 1).padStart(4, '0');
      return {
        teachingClassId: `${semester.xnxq.replaceAll('-', '')}${serial}`,
        semester,
        course,
        code: `(${semester.xnxq})-${course.ywbm}-${String(sameCourse).padStart(2, '0')}`,
        name: groups.map((group) => group.name).join('、'),
        teachers: teachersFor(course, order, teachers),
        students: groups.flatMap((group) => group.students),
      };
    });
  });
}

/**
 * How many of the first department's classes teacher1 has in a semester; the second of them is shared with teacher2.
 */
export const classesOfFirstTeacher = 6;

function teachersFor(course: DemoCourse, order: number, teachers: readonly DemoTeacher[]): DemoTeacher[] {
  const own = teachers.filter((teacher) => teacher.dwh === course.kkxy);
  if (course.kkxy !== teachingDepartments[0]!.dwh) return [own[order % own.length]!];
  if (order < classesOfFirstTeacher) return order === 1 ? [own[0]!, own[1]!] : [own[0]!];
  return [own[1 + ((order - classesOfFirstTeacher) % (own.length - 1))]!];
}

interface Offer {
  course: DemoCourse;
  groups: AdministrativeClass[];
}

/**
 * Everything that could be taught in a semester: per department, year of study and pair of classes two common and two
 * own courses.
 */
function offersOf(semester: DemoSemester, classes: readonly AdministrativeClass[]): Offer[] {
  const term = Number(semester.xqm) - 1;
  const schoolYear = Number(semester.xnzj.slice(0, 4));
  const common = courses.filter((course) => course.kind === 'public');
  return teachingDepartments.flatMap(({ dwh }) => {
    const own = courses.filter((course) => course.kind === 'major' && course.kkxy === dwh);
    return Array.from({ length: gradesInSchool }, (_, year) => year).flatMap((year) => {
      const mine = classes.filter((one) => one.dwh === dwh && one.entryYear === schoolYear - year);
      const pairs = Array.from({ length: Math.ceil(mine.length / 2) }, (_, index) =>
        mine.slice(index * 2, index * 2 + 2),
      );
      return pairs.flatMap((groups) => {
        const first = year * 2 + term;
        const taken = new Set([
          own[first % own.length]!,
          own[(first + 3) % own.length]!,
          common[(first * 3) % common.length]!,
          common[(first * 3 + 4) % common.length]!,
        ]);
        return [...taken].map((course) => ({ course, groups }));
      });
    });
  });
}

/** About `count` offers, all of the first department's own courses among them, the others evenly spread. */
function spread(offers: readonly Offer[], count: number): Offer[] {
  const first = teachingDepartments[0]!.dwh;
  const kept = offers.filter(({ course }) => course.kkxy === first);
  const others = offers.filter(({ course }) => course.kkxy !== first);
  const wanted = Math.min(others.length, Math.max(0, count - kept.length));
  return [
    ...kept,
    ...Array.from({ length: wanted }, (_, index) => others[Math.floor((index * others.length) / wanted)]!),
  ];
}
