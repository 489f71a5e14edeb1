import type { RecognitionEvent, RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { evolveRecognition } from '@jwxt/contracts/recognition/recognition.state.ts';
import { createBusinessRequestDecider } from '../kernel/business-request.decider.ts';

/** The rules of `recognition-<applyId>`. */
export const recognitionDecider = createBusinessRequestDecider<RecognitionRequest, RecognitionEvent>({
  evolve: evolveRecognition, notEditable: 'RECOGNITION_NOT_EDITABLE',
  requested: (data) => ({ type: 'RecognitionRequested', data }),
  effected: (applyId) => ({ type: 'RecognitionEffected', data: { applyId } }),
  closed: (data) => ({ type: 'RecognitionClosed', data }),
});

/** In-plan courses of a request, the one that decides about all of them first. */
export function coursesOf(request: RecognitionRequest): string[] {
  return request.relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId)).toSorted();
}
