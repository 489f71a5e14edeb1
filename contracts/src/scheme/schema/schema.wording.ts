import { endNames } from '../../approval/application.wording.ts';
import { because, line, type Wording } from '../../kernel/event-words.ts';
import { hoursText } from '../../base-info/course.rules.ts';
import type { CourseChange } from './schema-course.ts';
import type { ChangeWay, SchemaEvent } from './schema.events.ts';

const wayNames = {
  edit: '修改',
  move: '调整学期',
  insert: '添加',
  remove: '删除',
  undo: '撤销修改',
  initialise: '初始化',
  quote: '引用课组',
  upload: '导入',
  refresh: '按课程库更新',
} as const satisfies Record<ChangeWay, string>;

/** A few of the courses that a change is about, and how many there are. */
function namesOf(changes: readonly CourseChange[]): string {
  const names = changes.flatMap(({ before, after }) => {
    const course = after ?? before;
    return course ? [`“${course.courseName}”`] : [];
  });
  return names.length > 3 ? `${names.slice(0, 3).join('、')}等${names.length}门课程` : names.join('、');
}

/** The words of training schemes. */
export const schemaWording = {
  SchemaCreated: {
    operation: '申请',
    heading: () => ({ label: '新增' }),
    lines: ({ schemaName, origin, courses }, { who }) =>
      line(
        `${who}新增方案《${schemaName}》${origin ? `，取自《${origin.schemaName}》` : ''}` +
          `${courses.length > 0 ? `，${courses.length}门课程` : ''}`,
      ),
  },
  SchemaDescribed: {
    operation: '申请',
    heading: () => ({ label: '修改' }),
    lines: ({ schemaName }, { who }) => line(`${who}修改方案《${schemaName}》的基本信息`),
  },
  SchemaCoursesChanged: {
    operation: '申请',
    heading: ({ way }) => ({ label: wayNames[way] }),
    lines: ({ way, changes }, { who }) => line(`${who}${wayNames[way]}课程${namesOf(changes)}`),
  },
  SchemaSubmitted: {
    operation: '申请',
    lines: ({ application, figures }) =>
      line(
        `${application.applicant.name}${application.round > 1 ? `第 ${application.round} 次` : ''}提交方案：` +
          `总学分${hoursText(figures.total)}`,
      ),
  },
  SchemaClosed: {
    operation: '申请',
    lines: ({ outcome, opinion }) => line(`方案${endNames[outcome]}${because('意见', opinion)}`, opinion),
  },
  SchemaEnabled: {
    operation: '申请',
    heading: () => ({ label: '启用' }),
    lines: () => line('方案审批通过，已启用'),
  },
  SchemaRevised: {
    operation: '申请',
    heading: () => ({ label: '被修订' }),
    lines: () => line('修订后的方案已启用，本方案停用'),
  },
  SchemaRestored: {
    operation: '申请',
    heading: () => ({ label: '恢复' }),
    lines: () => line('修订后的方案已作废，本方案恢复启用'),
  },
  SchemaCancelled: {
    operation: '申请',
    heading: () => ({ label: '作废' }),
    lines: ({ reason }, { who }) => line(`${who}作废方案${because('原因', reason)}`, reason),
  },
  SchemaDeleted: {
    operation: '申请',
    heading: () => ({ label: '删除' }),
    lines: (_data, { who }) => line(`${who}删除方案`),
  },
} as const satisfies Wording<SchemaEvent>;
