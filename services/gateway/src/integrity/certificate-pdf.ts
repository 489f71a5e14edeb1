import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { PdfDocument } from '../kernel/pdf.ts';
import type { CheckpointRow } from './integrity.read.ts';

/** What each line of a signed text is, in their order (`checkpointText`). */
const lineNames = [
  '格式',
  '检查点编号',
  '首个事件',
  '末个事件',
  '事件个数',
  '根值',
  '前一检查点的哈希',
  '哈希清单的摘要',
  '名称清单的摘要',
  '密钥指纹',
  '封存时间（UTC）',
  '日志位置',
];

/** A checkpoint as a deposit: what `--deposit` of the verifier reads. */
export function depositOf({ signed_text: text, signature }: CheckpointRow): string {
  return `${JSON.stringify({ text, signature }, null, 2)}\n`;
}

/**
 * A checkpoint on paper, to be kept where nobody reaches it: what it says can be read in from its code, or typed in
 * again, and compared.
 */
export function certificateOf(
  row: CheckpointRow,
  { publicKey, schoolName, printedAt }: { publicKey: string; schoolName: string; printedAt: Date },
): PdfDocument {
  const pdf = new PdfDocument({
    title: `校验证明 检查点 ${String(row.number)}`,
    at: printedAt,
    foot: `${schoolName} · 检查点 ${String(row.number)} · 打印时间 ${toDateTimeText(printedAt)}`,
  });
  pdf.heading('教务系统历史校验证明', `${schoolName} 第 ${String(row.number)} 个检查点`);
  pdf.facts(
    [
      ['封存时间', `${toDateTimeText(row.at)}（北京时间）`],
      ['封存的事件', `第 ${String(row.first)} 至 ${String(row.up_to)} 个，共 ${String(row.up_to - row.first + 1)} 个`],
    ],
    2,
  );
  pdf.space(6);
  pdf.text('被签名的内容（每行一项，换行分隔，末行后没有换行）', { weight: 'bold' });
  const lines = row.signed_text.split('\n').map((value, at) => ({ name: lineNames[at] ?? '', value }));
  pdf.table(
    [
      { header: '项目', width: 24, align: 'left', value: ({ name }) => name },
      { header: '内容', width: 76, align: 'left', value: ({ value }) => value },
    ],
    lines,
    { size: 9 },
  );
  pdf.space(6);
  pdf.text('签名（Ed25519，base64url）', { weight: 'bold' });
  pdf.text(row.signature, { size: 9 });
  pdf.space(6);
  pdf.text('签名所用的公钥', { weight: 'bold' });
  for (const line of publicKey.trim().split('\n')) pdf.text(line, { size: 9 });
  pdf.space(10);
  const small = { size: 9 } as const;
  pdf.coded(depositOf(row), 170, [
    { text: '核对方法', style: { weight: 'bold' } },
    { text: '1. 请把本证明存放在教务系统之外。', style: small },
    { text: '2. 用任何扫码程序读出右侧二维码，原样存为 存证.json。', style: small },
    { text: '3. 把上面的公钥存为 公钥.pem，或用入系统之初取得的公钥。', style: small },
    { text: '4. 向学校索取事件日志的导出文件和校验程序，运行：', style: small },
    { text: 'node main.ts 导出文件 --key 公钥.pem --deposit 存证.json', style: small },
    { text: '检查点与本证明逐字相同，结论为“没有被改动”；', style: small },
    { text: '否则程序指出从第几个事件起被改写或截短。', style: small },
  ]);
  return pdf;
}
