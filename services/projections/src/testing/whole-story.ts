import { deanNode, minute, node, registrar, sample, teacher, type Sample, student } from './sample.ts';
import { adjustCourse, application, draft, infoCheck, secondaryAuth } from './sample-applications.ts';
import {
  attempt,
  changeRequest,
  electiveSaved,
  recognitionDrafted,
  recognitionRequest,
  sheet,
  submittedRow,
  recognitionReserved,
} from './sample-events.ts';

/**
 * Something of everything that read models show: sheets, approvals at every stage, changes, recognitions, attempts, and
 * what was given up.
 */
export function wholeStory(): readonly (Sample | readonly Sample[])[] {
  const rows = [submittedRow(1, 900, 800), submittedRow(2, 575, 500)];
  const one = sheet('TC1');
  return [
    one.initialised(1),
    one.entered(2, 1, 'ps', null, 900, null),
    one.entered(3, 1, 'qm', null, 800, 8400),
    one.entered(4, 2, 'ps', null, 575, null),
    one.entered(5, 2, 'qm', null, 500, 5300, { userName: 'teacher2', name: '陈老师' }),
    one.remarked(6, 3, '02', '缺考', 0),
    one.submitted(30, 'A1', rows),
    application.submitted('A1', 30),
    application.deanPassed('A1', 40),
    application.registrarPassed('A1', 45),
    one.approved(46, 'A1', rows),
    sample('attempts-S2.K1', { type: 'AttemptRecorded', data: attempt(2, 'AT1', 5300) }, registrar, 46),
    one.changeReserved(60, 'C1'),
    sample('scoreChange-C1', { type: 'ScoreChangeRequested', data: changeRequest('C1') }, teacher, 60),
    application.submitted('C1', 60, { process: changeRequest('C1').application.process }),
    application.deanPassed('C1', 61),
    application.registrarPassed('C1', 62),
    one.changeApplied(63, 'C1'),
    sample('scoreChange-C1', { type: 'ScoreChangeEffected', data: { applyId: 'C1' } }, registrar, 63),
    one.changeReleased(63, 'C1'),
    sample(
      'attempts-S2.K1',
      {
        type: 'AttemptRevised',
        data: {
          attemptId: 'AT1',
          ...student(2),
          courseId: 'K1',
          applyId: 'C1',
          reason: '漏判一题',
          before: { final: 5300, finalName: '53', scoreRemarkCode: '00', passed: false },
          after: { final: 7100, finalName: '71', scoreRemarkCode: '00', passed: true },
        },
      },
      registrar,
      63,
    ),
    sample(
      'attempts-S2.K1',
      { type: 'AttemptRecorded', data: attempt(2, 'AT2', 6500, { examNature: '13' }) },
      registrar,
      64,
    ),
    sample(
      'recognition-R1',
      { type: 'RecognitionRequested', data: recognitionRequest('R1') },
      { userName: 'clerk1', name: '文员' },
      70,
    ),
    application.submitted('R1', 70, { process: recognitionRequest('R1').application.process }),
    application.returned('R1', 71),
    recognitionDrafted('R1', 72),
    sample(
      'recognition-R1',
      {
        type: 'RecognitionSourceChanged',
        data: {
          applyId: 'R1',
          studentCode: 'S1',
          attemptId: 'AT1',
          courseName: '程序设计',
          before: '88',
          after: '72',
          reason: '漏加',
        },
      },
      registrar,
      72,
    ),
    // Saved and never sent; saved and given up.
    recognitionDrafted('R2', 73),
    recognitionDrafted('R3', 74),
    sample(
      'recognition-R3',
      { type: 'RecognitionDeleted', data: { applyId: 'R3', studentCode: 'S1' } },
      { userName: 'clerk1', name: '文员' },
      75,
    ),
    sample(
      'recognitionAccount-S1',
      {
        type: 'RecognitionCreditTaken',
        data: {
          studentCode: 'S1',
          applyId: 'R1',
          processName: '系统内成绩认定审核',
          time: minute(70),
          credit: 30,
          sources: [],
        },
      },
      { userName: 'clerk1', name: '文员' },
      70,
    ),
    // Waits at the dean's, waits at the registrar's, sent back from there to the dean's, recalled.
    application.submitted('A2', 80),
    application.submitted('A3', 81),
    application.deanPassed('A3', 82),
    application.submitted('A4', 83),
    application.deanPassed('A4', 84),
    application.rejectedToDean('A4', 86),
    application.submitted('A5', 87),
    application.recalled('A5', 88),
    application.submitted('A6', 89, {
      process: {
        ...draft('A6').process,
        nodes: [deanNode, node('2', '教务处审核', '05', '*', true), node('3', '办公室审核', '02', '*')],
      },
    }),
    application.notPassed('A6', 92),
    secondaryAuth.granted('G1', 93),
    adjustCourse.requested('AC1', 94),
    adjustCourse.requested('AC2', 94),
    adjustCourse.clashed('AC2', 95),
    infoCheck.requested('IC1', 95),
    electiveSaved('E1', 96),
    sheet('TC2').initialised(1),
    sheet('TC3').initialised(1),
    sheet('TC3').entered(2, 7, 'ps', null, 700, null),
    sheet('TC3').originChanged(3, 7),
    sheet('TC3').originKept(4, 7),
    sheet('TC3').originChanged(5, 8),
    sheet('TC3').originChanged(6, 9),
    sheet('TC3').studentRemoved(7, 9),
    sheet('TC3').originChanged(8, 10),
    sheet('TC3').studentRemoved(9, 10),
    sheet('TC3').studentRestored(10, 10),
    sheet('TC3').studentAdded(11, 11),
    sheet('TC5').initialised(1),
    sheet('TC5').withdrawn(2),
    recognitionReserved('R7', 92),
    sheet('TC4').initialised(1),
    sheet('TC4').entered(2, 7, 'ps', null, 700, null),
    sheet('TC4').submitted(30, 'A7', [submittedRow(7, 700, 700)]),
    sheet('TC4').reopened(35, 'A7', 'returned'),
    sheet('TC4').entered(36, 7, 'qm', null, 700, 7000),
  ];
}
