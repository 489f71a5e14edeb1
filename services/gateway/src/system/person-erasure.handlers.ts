import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  erasePerson,
  erasePersonOperation,
  previewPersonErasure,
  printErasureProof,
  queryPersonErasures,
} from '@jwxt/contracts/system/person-erasure.operations.ts';
import { staysAfterErasure } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { pdfAnswer } from '../kernel/document-answer.ts';
import { handler } from '../kernel/handler.ts';
import { PdfDocument } from '../kernel/pdf.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readSchoolName } from '../kernel/school-name.read.ts';
import { readErasurePreview, readErasures, type ErasureInFull } from './person-erasure.read.ts';

const queryHandler = handler(queryPersonErasures, async (page, { services }) => {
  const { list, total } = await readErasures(services.db, page);
  return { list: list.map(({ byKind: _byKind, ...row }) => row), total };
});

const previewHandler = handler(previewPersonErasure, async ({ number }, { services }) => {
  const preview = await readErasurePreview(services.db, number);
  if (!preview) throw new Refused('NOT_FOUND');
  return preview;
});

const eraseHandler = handler(erasePersonOperation, ({ commandId, ...asked }, call) =>
  runCommand(erasePerson, asked, call, { commandId }),
);

const proofHandler = handler(printErasureProof, async ({ erasureId }, call) => {
  const { list } = await readErasures(call.services.db, { erasureId, pageNum: 1, pageSize: 1 });
  const [erasure] = list;
  if (!erasure) throw new Refused('NOT_FOUND');
  const schoolName = await readSchoolName(call.services.db);
  return await pdfAnswer(call, `个人信息删除证明-${erasure.code}.pdf`, proof(erasure, schoolName, call.now));
});

/** 个人信息删除证明: that it was done, by whom, on what ground, and what stays. */
function proof(erasure: ErasureInFull, schoolName: string, at: Date): PdfDocument {
  const foot = `编号 ${erasure.erasureId} · 打印时间 ${toDateTimeText(at)}`;
  const paper = new PdfDocument({ title: '个人信息删除证明', at, foot });
  paper.heading('个人信息删除证明', schoolName);
  paper.facts(
    [
      ['代码', `${erasure.code}（${erasure.kindName}）`],
      ['删除时间', erasure.erasedTime],
      ['依据', erasure.basisName],
      ['理由', erasure.reason],
      ['经办人', erasure.erasedByName],
      ['确认人', erasure.confirmedByName || NOTHING],
      ['销毁的密钥', `${erasure.keys} 个`],
      ['状态', erasure.complete === yesNo.yes ? '已完成' : '查询数据正在重建'],
    ],
    2,
  );
  paper.space(6);
  paper.text('该人的密钥已销毁，历史记录中用其加密的姓名、学号和文字任何人都不能再读取。下列数据已清除：');
  paper.space(4);
  paper.table(
    [
      { header: '数据', width: 3, align: 'left', value: ({ title }) => title },
      { header: '条数', width: 1, align: 'right', value: ({ count }) => String(count) },
    ],
    erasure.byKind,
  );
  paper.space(8);
  paper.text('依法保留，不在删除之列：');
  for (const line of staysAfterErasure) paper.text(`· ${line}`);
  paper.space(16);
  paper.signatures(['数据保护专员', '日期']);
  return paper;
}

export const personErasureHandlers = [queryHandler, previewHandler, eraseHandler, proofHandler];
