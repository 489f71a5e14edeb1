import type { CommandsArea } from '../kernel/area.ts';
import {
  gradeExamRegistrationRules,
  gradeExamRules,
  gradeExamScoreRules,
  gradeExamSubjectRules,
} from './grade-exam-checks.ts';
import { gradeExamRoutes } from './grade-exam.routes.ts';

/** What the area brings to the commands. */
export const gradeExamArea: CommandsArea = {
  routes: gradeExamRoutes,
  resourceRules: {
    gradeExam: gradeExamRules,
    gradeExamSubject: gradeExamSubjectRules,
    gradeExamRegistration: gradeExamRegistrationRules,
    gradeExamScore: gradeExamScoreRules,
  },
};
