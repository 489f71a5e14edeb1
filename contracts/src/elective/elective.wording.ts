import { endNames } from '../approval/application.wording.ts';
import { because, line, type Wording } from '../kernel/event-words.ts';
import type { ElectiveEvent } from './elective.events.ts';

/** The words of public elective applications. */
export const electiveWording = {
  ElectiveSaved: {
    operation: '申请',
    heading: () => ({ label: '保存草稿' }),
    lines: ({ form }, { who }) => line(`${who}保存公选课申请《${form.courseName || '未命名'}》，尚未送审`),
  },
  ElectiveSubmitted: {
    operation: '申请',
    lines: ({ form, application }) =>
      line(
        `${application.applicant.name}${application.round > 1 ? `第 ${application.round} 次` : ''}` +
          `提交公选课申请《${form.courseName}》：${form.credit} 学分，${form.classPlanNum} 个班，每班 ` +
          `${form.classSize} 人`,
      ),
  },
  ElectiveDeleted: {
    operation: '申请',
    heading: () => ({ label: '删除' }),
    lines: (_data, { who }) => line(`${who}删除公选课申请`),
  },
  ElectiveEffected: {
    operation: '申请',
    heading: () => ({ label: '生效' }),
    lines: () => line('公选课申请通过，开课计划生效'),
  },
  ElectiveClosed: {
    operation: '申请',
    lines: ({ outcome, opinion }) => line(`公选课申请${endNames[outcome]}${because('意见', opinion)}`, opinion),
  },
} as const satisfies Wording<ElectiveEvent>;
