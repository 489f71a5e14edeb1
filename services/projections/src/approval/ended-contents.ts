import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { courseAdjust } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import { gradeMajorPlan } from '@jwxt/contracts/scheme/change/grade-major-plan.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';

/** What is taken back after it has passed, or could not take effect: its application is void then (SCORE-MORE-04). */
export const voidableStreams = [
  studentApplication.streams,
  deferredExam.streams,
  recognitionStreams,
  gradeMajorPlan.streams,
  courseAdjust.streams,
] as const;
