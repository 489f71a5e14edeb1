import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** Least grade point average of who may learn by himself, in hundredths; who takes the course again needs none. */
export const SELF_LEARN_GPA = 300;
/** In how many courses of a semester a student may learn by himself. */
export const SELF_LEARN_COURSES = 2;

/** SCORE-MORE-42 自修(免听) (ZXSQ): not to attend a course; its exam alone counts (remark 09 免听). */
export const selfLearn = defineStudentApplication({
  group: 'selfLearn',
  verb: '申请自修（免听）',
  subject: '课程',
  fields: {
    teachingClassId: field.text('课程', 60, { required: true, hint: '本学期的教学班；实践、体育和思政课程不能免听' }),
    reasonText: field.area('说明', 200, { required: true }),
  },
  offered: ['teachingClassId'],
  files: { businessTable: 'T_CJGL_ZXSQ', required: false, note: '自修计划、课表冲突证明等' },
  timeType: '3',
  revoking: '成绩单上的“免听”备注将取消，各成绩分项照常计入。',
});

/** What a course is, as far as it says whether one may stay away from it. */
export interface CourseToAttend {
  /** 课程属性, 课程性质, 课程类别, 课程类型. */
  readonly kcsx: string;
  readonly kcxz: string;
  readonly kclb: string | null;
  readonly kcbj: string | null;
  readonly openDepartmentName: string;
}

/** 课程属性 实践, 课程性质 集中实践环节, 课程类别 实践类. */
const practice = { attribute: '5', nature: '07', category: '5' };
/** 课程类别 体育类, 课程类型 体育项目课. */
const sports = { category: '4', type: '6' };

/** Why a course has to be attended: practice, sports, political education; null: one may learn it by oneself. */
export function whyToAttend({ kcsx, kcxz, kclb, kcbj, openDepartmentName }: CourseToAttend): string | null {
  if (kcsx === practice.attribute || kcxz === practice.nature || kclb === practice.category) return '实践课程不能免听';
  if (kclb === sports.category || kcbj === sports.type) return '体育课程不能免听';
  // No code says so: the unit that opens them does.
  return /马克思主义|思想政治/.test(openDepartmentName) ? '思政课程不能免听' : null;
}
