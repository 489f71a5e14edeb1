import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { PdfDocument } from '../kernel/pdf.ts';
import type { CheckpointRow } from './integrity.read.ts';

/** A checkpoint on paper, to be kept where nobody reaches it: what it says can be typed in again and compared. */
export function certificateOf(row: CheckpointRow, publicKey: string, printedAt: Date): PdfDocument {
  const pdf = new PdfDocument({
    title: `校验证明 检查点 ${String(row.number)}`,
    at: printedAt,
    foot: `检查点 ${String(row.number)} · 打印时间 ${toDateTimeText(printedAt)}`,
  });
  pdf.heading('教务系统历史校验证明', `第 ${String(row.number)} 个检查点`);
  pdf.facts(
    [
      ['封存时间', toDateTimeText(row.at)],
      ['封存的事件', `第 ${String(row.first)} 至 ${String(row.up_to)} 个`],
      ['根值', row.root],
      ['密钥指纹', row.key_id],
      ['签名', row.signature],
    ],
    1,
  );
  pdf.space(8);
  pdf.text('被签名的内容', { weight: 'bold' });
  for (const line of row.signed_text.split('\n')) pdf.text(line, { size: 9 });
  pdf.space(8);
  pdf.text('签名所用的公钥（Ed25519）', { weight: 'bold' });
  for (const line of publicKey.trim().split('\n')) pdf.text(line, { size: 9 });
  pdf.space(8);
  pdf.text(
    '请把本证明存放在教务系统之外。以后用独立的校验程序核对事件日志，这个检查点应与以上内容逐字相同，' +
      '否则历史被改动过。',
    { size: 9 },
  );
  return pdf;
}
