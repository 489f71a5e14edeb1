import { saveElective, setElectiveWindow, submitElective } from '@jwxt/contracts/elective/elective.command.ts';
import { electiveDraft, electiveForm, type ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { derivedId } from '../runtime/event-id.ts';
import { createApplicationStory, type ApplicationOutcome } from './application-story.ts';
import { at } from './calendar.ts';
import type { DemoTeacher } from './enrolment.ts';
import { createRandom } from './random.ts';
import type { Stage } from './sheet-story.ts';

/** Every state that a list of public electives shows. */
type ElectiveOutcome = ApplicationOutcome | 'saved';

/** A public elective that somebody offers: who of the teachers, and how far it has come. */
interface Offer {
  readonly name: string;
  readonly category: string;
  readonly hours: string;
  readonly credit: string;
  readonly teacher: number;
  readonly outcome: ElectiveOutcome;
  readonly about: string;
  readonly grade?: true;
}

const offers: readonly Offer[] = [
  {
    name: '西方音乐鉴赏',
    category: '03',
    hours: '24',
    credit: '1.5',
    teacher: 0,
    outcome: 'passed',
    about: '以巴洛克时期到二十世纪的代表作品为线索',
  },
  {
    name: '数据素养与生活',
    category: '02',
    hours: '32',
    credit: '2',
    teacher: 0,
    outcome: 'atDepartment',
    about: '从身边的统计图表、问卷与推荐系统入手',
    grade: true,
  },
  {
    name: '创业案例分析',
    category: '04',
    hours: '32',
    credit: '2',
    teacher: 0,
    outcome: 'returned',
    about: '以近十年校友创业项目为案例',
  },
  { name: '中国书法艺术', category: '03', hours: '24', credit: '1.5', teacher: 0, outcome: 'saved', about: '' },
  {
    name: '逻辑与批判性思维',
    category: '01',
    hours: '32',
    credit: '2',
    teacher: 1,
    outcome: 'atOffice',
    about: '以日常论证和公共讨论中的常见谬误为材料',
  },
  {
    name: '健康与运动处方',
    category: '05',
    hours: '24',
    credit: '1.5',
    teacher: 1,
    outcome: 'recalled',
    about: '结合体质测试数据',
  },
  {
    name: '新中国史专题',
    category: '06',
    hours: '32',
    credit: '2',
    teacher: 2,
    outcome: 'passed',
    about: '以档案、口述史与影像资料为基础',
  },
  {
    name: '影视编程入门',
    category: '99',
    hours: '16',
    credit: '1',
    teacher: 2,
    outcome: 'atDepartment',
    about: '以短片剪辑与脚本自动化为练习',
  },
];

/**
 * Opens the round of a semester, and tells what teachers of one department offer in it. `when`: instants on the stage,
 * by share.
 */
export async function tellElectives(
  stage: Stage,
  teachers: readonly DemoTeacher[],
  semester: string,
  when: (share: number) => string,
): Promise<void> {
  const { sender, accounts } = stage;
  const day = stage.end.slice(0, 10);
  await sender.send(
    setElectiveWindow,
    {
      semesterId: semester,
      departmentId: null,
      beginTime: at(day, -25, '08:00:00'),
      endTime: at(day, 25, '23:59:59'),
      reason: '公选课集中申报',
    },
    {
      commandId: derivedId('demo:elective-round'),
      actor: accounts.office,
      permission: 'publicCourseManage:setRound',
      at: stage.start,
    },
  );
  for (const [index, offer] of offers.entries()) {
    const teacher = teachers[offer.teacher % teachers.length]!;
    await tell(stage, teacher, offer, index, semester, when(index / offers.length));
  }
}

async function tell(
  stage: Stage,
  teacher: DemoTeacher,
  offer: Offer,
  index: number,
  semester: string,
  from: string,
): Promise<void> {
  const { sender, accounts } = stage;
  const name = `elective:${String(index)}`;
  const actor = accounts.teacher(teacher);
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const planId = derivedId(`demo:${name}:plan`);
  const form = formOf(offer, index, teacher, semester);
  if (offer.outcome === 'saved') {
    await sender.send(
      saveElective,
      { planId, revision: -1, form: { ...form, classSize: '', totalHour: '' } },
      story.step('save', actor, 'publicCourseManage:apply'),
    );
    return;
  }
  await sender.send(
    submitElective,
    { planId, revision: -1, form: electiveForm.parse(form) },
    story.step('apply', actor, 'publicCourseManage:apply'),
  );
  await story.decide(planId, offer.outcome, actor, accounts.dean(teacher.dwh));
}

function formOf(
  { name, category, hours, credit, about, grade }: Offer,
  index: number,
  teacher: DemoTeacher,
  semester: string,
): ElectiveDraft {
  const practice = hours === '32' ? '8' : '4';
  const complete = about !== '';
  return electiveDraft.parse({
    courseName: name,
    courseBusinessCode: `GXK${String(1001 + index)}`,
    semester,
    departmentId: teacher.dwh,
    publicCourseCategory: category,
    schoolZone: '1',
    courseAttribute: '3',
    courseNature: '08',
    examMethod: '2',
    classPlanNum: String(1 + (index % 3)),
    classSize: String(60 + (index % 2) * 30),
    placeType: '1',
    teachingStyle: '1',
    courseCategory: '1',
    credit,
    totalHour: hours,
    courseSign: '1',
    hourList: [
      { xsbh: '1', xs: String(Number(hours) - Number(practice)) },
      { xsbh: '4', xs: practice },
    ],
    teacherList: [{ gh: teacher.gh }],
    ...(grade
      ? {
          isSchoolWide: '0',
          rangeList: [
            { attributeType: '3', values: [teacher.dwh] },
            { attributeType: '8', values: ['1', '2'] },
          ],
        }
      : {}),
    remark: '',
    teacherInfo: complete ? teacherInfo(teacher.xm, name) : '',
    courseInfo: complete ? courseInfo(name, about, hours, practice) : '',
  });
}

const teacherInfo = (xm: string, name: string): string =>
  `${xm}，长期从事本科教学工作，主讲专业基础课与实验课程多年，教学评价稳定在学院前列。曾参与校级教学改革项目，` +
  `编写过配套讲义与实验指导书，指导学生参加学科竞赛并获奖。近年来围绕“${name}”积累了较为完整的教学资料，` +
  '包括讲义、案例、影像与习题，已在学院开设过相关讲座，听课学生反映内容充实、讲解清楚。能够保证每周按时授课、' +
  '答疑，并独立承担课程考核与成绩评定工作。';

const courseInfo = (name: string, about: string, hours: string, practice: string): string =>
  `“${name}”面向全校本科生开设，不要求先修课程。课程${about}，引导学生了解该领域的基本概念、主要方法与发展脉络，` +
  `培养独立观察、分析和表达的能力。课程共${hours}学时，其中实践${practice}学时。理论部分按专题组织，` +
  '每个专题由背景介绍、典型案例、课堂讨论三部分构成；实践部分以小组为单位完成一次调研或创作，' +
  '并在课堂上展示与互评。' +
  '教学采用讲授与研讨相结合的方式，课前提供阅读材料与思考题，课后布置短文或练习，教师逐份批阅并给出修改建议。' +
  '课程考核注重过程：平时讨论与作业占百分之四十，实践报告占百分之三十，期末论文占百分之三十，不安排闭卷考试。' +
  '通过学习，学生应能准确使用课程中的基本术语，独立查找并评价相关资料，写出结构完整、论据充分的短文，' +
  '并能与不同专业的同学合作完成一个小型项目。课程欢迎各专业学生选修，选课人数以教室容量为限。';
