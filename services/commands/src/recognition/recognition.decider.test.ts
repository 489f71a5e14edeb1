import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { errorText } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { describe, expect, it } from 'vitest';
import { recognitionDecider } from './recognition.decider.ts';

const request = (round: number) => ({ applyId: 'R1', application: { round } }) as RecognitionRequest;
const open = (round: number) => ({ type: 'open', request: request(round) }) as const;
const close = (outcome: 'effected' | 'returned') => ({ type: 'close', outcome, opinion: '请补充' }) as const;

describe('a recognition', () => {
  it('is opened once a round, and only a returned one again', () => {
    expect(recognitionDecider.decide({ status: 'none' }, open(1), undefined)).toMatchObject([{ type: 'RecognitionRequested' }]);
    expect(recognitionDecider.decide({ status: 'requested', request: request(1) }, open(1), undefined)).toEqual([]);
    expect(recognitionDecider.decide({ status: 'returned', request: request(1) }, open(2), undefined)).toMatchObject([{ type: 'RecognitionRequested' }]);
  });

  it('is closed once', () => {
    expect(recognitionDecider.decide({ status: 'requested', request: request(1) }, close('effected'), undefined)).toEqual([{ type: 'RecognitionEffected', data: { applyId: 'R1' } }]);
    expect(recognitionDecider.decide({ status: 'requested', request: request(1) }, close('returned'), undefined)).toEqual([{ type: 'RecognitionClosed', data: { applyId: 'R1', outcome: 'returned', opinion: '请补充' } }]);
    expect(recognitionDecider.decide({ status: 'effected', request: request(1) }, close('effected'), undefined)).toEqual([]);
  });

  it('refuses what comes too late in its own words', () => {
    expect(recognitionDecider.decide({ status: 'effected', request: request(1) }, open(2), undefined)).toMatchObject({ refused: { code: 'RECOGNITION_NOT_EDITABLE' } });
    expect(recognitionDecider.decide({ status: 'effected', request: request(1) }, close('returned'), undefined)).toMatchObject({ refused: { code: 'RECOGNITION_NOT_EDITABLE' } });
    expect(errorText('RECOGNITION_NOT_EDITABLE')).toContain('认定申请');
  });
});
