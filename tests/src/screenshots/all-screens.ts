import type { Screen } from './screen.ts';
import { approvalScreens } from './screens/approval.data.ts';
import { baseDataScreens } from './screens/base-data.data.ts';
import { electiveScreens } from './screens/elective.data.ts';
import { examSetScreens } from './screens/exam-set.data.ts';
import { homeScreens } from './screens/home.data.ts';
import { makeupScreens } from './screens/makeup.data.ts';
import { noticeScreens } from './screens/notice.data.ts';
import { schoolSettingScreens } from './screens/school-setting.data.ts';
import { scoreCardScreens } from './screens/score-card.data.ts';
import { scoreScreens } from './screens/score.data.ts';
import { signInScreens } from './screens/sign-in.data.ts';
import { studentStatusScreens } from './screens/student-status.data.ts';
import { systemScreens } from './screens/system.data.ts';

/**
 * Every screen and dialog that is kept, in the order of the index. Each person's are photographed in this order, too: a
 * later one may show what an earlier one made.
 */
export const allScreens: readonly Screen[] = [
  ...signInScreens,
  ...homeScreens,
  ...examSetScreens,
  ...scoreScreens,
  ...makeupScreens,
  ...scoreCardScreens,
  ...electiveScreens,
  ...approvalScreens,
  ...noticeScreens,
  ...baseDataScreens,
  ...studentStatusScreens,
  ...schoolSettingScreens,
  ...systemScreens,
];
