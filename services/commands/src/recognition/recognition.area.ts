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
};
