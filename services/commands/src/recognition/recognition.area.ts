import { cognizanceStatus } from '@jwxt/contracts/recognition/outside-school-score.resource.ts';
import type { CommandsArea } from '../kernel/area.ts';
import { recognitionFileRule } from './recognition.file-rule.ts';
import { recognitionPassRules } from './recognition-pass-rule.ts';
import { recognitionPolicies, recognitionRoutes } from './recognition.routes.ts';

/** What the area brings to the commands. */
export const recognitionArea: CommandsArea = {
  routes: recognitionRoutes,
  policies: recognitionPolicies,
  fileRules: [recognitionFileRule],
  passRules: recognitionPassRules,
  resourceRules: {
    outsideSchoolScore: {
      kept: (_client, row) =>
        Promise.resolve(
          row['cognizance_status'] === cognizanceStatus.free ? null : '已用于成绩认定申请，不能修改和删除',
        ),
    },
  },
};
