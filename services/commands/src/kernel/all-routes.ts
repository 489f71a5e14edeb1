import { openApplication } from '../approval/approval.policy.ts';
import { contentPolicies } from '../approval/content.policy.ts';
import { approvalRoutes } from '../approval/approval.routes.ts';
import { baseInfoRoutes } from '../base-info/base-info.routes.ts';
import { dataMonitorRoutes } from '../data-monitor/data-monitor.routes.ts';
import { makeupGenerateJob } from '../makeup/makeup-generate-job.ts';
import { makeupPolicies, makeupRoutes } from '../makeup/makeup.routes.ts';
import { noticePolicies, noticeRoutes } from '../notice/notice.routes.ts';
import { homeRoutes } from '../home/home.routes.ts';
import { electivePolicies, electiveRoutes } from '../elective/elective.routes.ts';
import { fileRoutes } from '../file/file.routes.ts';
import { recognitionPolicies, recognitionRoutes } from '../recognition/recognition.routes.ts';
import { scoreCardRoutes } from '../score-card/score-card.routes.ts';
import { initSetJob } from '../score/initialise-job.ts';
import { scorePolicies, scoreRoutes } from '../score/score.routes.ts';
import { scoreSettingRoutes } from '../score-setting/score-setting.routes.ts';
import { sessionRoutes } from '../session/session.routes.ts';
import { systemRoutes } from '../system/system.routes.ts';
import type { CommandRoute, Policy } from './command-route.ts';
import type { LongJobKind } from './long-job.ts';

/** Every command that may be sent. */
export const allRoutes: readonly CommandRoute[] = [
  ...approvalRoutes,
  ...baseInfoRoutes,
  ...dataMonitorRoutes,
  ...systemRoutes,
  ...sessionRoutes,
  ...scoreRoutes,
  ...recognitionRoutes,
  ...makeupRoutes,
  ...electiveRoutes,
  ...fileRoutes,
  ...noticeRoutes,
  ...homeRoutes,
  ...scoreCardRoutes,
  ...scoreSettingRoutes,
];
/** Every policy. Its name is the key of its checkpoint. */
export const allPolicies: readonly Policy[] = [
  openApplication,
  ...contentPolicies,
  ...scorePolicies,
  ...recognitionPolicies,
  ...makeupPolicies,
  ...electivePolicies,
  ...noticePolicies,
];
/** Every kind of long job. */
export const allJobKinds: readonly LongJobKind[] = [initSetJob, makeupGenerateJob];
