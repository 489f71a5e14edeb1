import { OWN_CARD_PATH } from '@jwxt/contracts/score-card/transcript.ts';
import { OWN_DEFERRED_EXAMS_PATH } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { OWN_MESSAGES_PATH } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { OWN_CONDUCT_PATH } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { OWN_FILE_PATH } from '@jwxt/contracts/student-status/file/student-file.vocabulary.ts';
import { OWN_REGISTRATION_PATH } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { allScreens } from './all-screens.ts';
import { at, dialogOf, inTurn, type Screen } from './screen.ts';

/** A screen that is kept for a desk, too, with what must be done otherwise on a phone. */
function deskScreen(file: string, otherwise: Partial<Screen> = {}): Screen {
  const screen = allScreens.find((one) => one.file === file);
  if (!screen) throw new Error(`no screen is called ${file}`);
  return { ...screen, ...otherwise };
}

const menu: NonNullable<Screen['prepare']> = async (page) => {
  await page.getByRole('button', { name: '展开菜单' }).tap();
  await dialogOf(page, '菜单').getByRole('link').first().waitFor();
};

const numberPad: NonNullable<Screen['prepare']> = (page) =>
  page
    .getByRole('group', { name: /数字键盘$/ })
    .first()
    .waitFor();

/** What people use on a phone: sign in, read, enter by the number pad, decide. Those of a desk are arranged there. */
export const phoneScreens: readonly Screen[] = [
  deskScreen('login'),
  deskScreen('login-failed'),
  deskScreen('transcript-verify'),
  deskScreen('transcript-genuine'),
  deskScreen('transcript-unknown'),
  deskScreen('home-office'),
  deskScreen('home-approver'),
  deskScreen('home-teacher'),
  deskScreen('home-admin'),
  deskScreen('home-student-reminder'),
  deskScreen('home-student'),
  { file: 'menu', title: '菜单', person: 'teacher1', path: at('scoreManage'), prepare: menu },
  deskScreen('module-home-teacher'),
  deskScreen('score-entry-classes'),
  deskScreen('score-entry', { title: '成绩录入：数字键盘', prepare: numberPad }),
  deskScreen('score-entry-dark', { title: '成绩录入：数字键盘（深色）', prepare: numberPad }),
  deskScreen('score-entry-passed'),
  deskScreen('published-scores'),
  deskScreen('approval-list'),
  deskScreen('approval-list-dark'),
  deskScreen('approval-applicant'),
  deskScreen('approval-done'),
  deskScreen('approval-detail'),
  deskScreen('approval-log'),
  deskScreen('approval-decide', {
    path: `${at('messageSystem', 'approval')}?applyId=:applyId`,
    ...(({ address }) => (address ? { address } : {}))(deskScreen('approval-detail')),
    prepare: inTurn(...[deskScreen('approval-detail').prepare].filter((step) => step !== undefined), async (page) => {
      const form = dialogOf(page, /申请详情/).getByRole('region', { name: '审批', exact: true });
      await form.getByRole('radio', { name: '通过', exact: true }).tap();
      await form.getByLabel('审批意见').fill('同意');
    }),
  }),
  deskScreen('notices'),
  deskScreen('notice-detail'),
  deskScreen('system-messages'),
  deskScreen('setting-timetable'),
  { file: 'own-messages', title: '系统消息（学生）', person: 'student1', path: OWN_MESSAGES_PATH },
  { file: 'own-score-card', title: '我的成绩单', person: 'student1', path: OWN_CARD_PATH },
  { file: 'own-file', title: '我的档案', person: 'student1', path: OWN_FILE_PATH },
  { file: 'own-registration', title: '我的注册', person: 'student1', path: OWN_REGISTRATION_PATH },
  { file: 'own-conduct', title: '我的奖惩', person: 'student1', path: OWN_CONDUCT_PATH },
  { file: 'own-deferred-exams', title: '我的缓考', person: 'student1', path: OWN_DEFERRED_EXAMS_PATH },
  deskScreen('own-status-changes'),
];
