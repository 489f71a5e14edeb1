import { cellFormats, type CellFormat } from './workbook-cell.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Numbers below are the formats that every program knows. */
const firstOwnFormat = 164;
const wrapped = '<alignment vertical="center" wrapText="1"/>';
const centred = '<alignment horizontal="center" vertical="center"/>';

/** Indexes of the cell styles in `styles.xml`. */
export const styles = {
  title: 1,
  line: 2,
  head: 3,
  body: (format: CellFormat, isOpen: boolean): number => 4 + 2 * cellFormats.indexOf(format) + (isOpen ? 1 : 0),
} as const;

/** All styles that a workbook of ours may have. */
export function stylesXml(): string {
  const formats = cellFormats
    .map((format, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${format}"/>`)
    .join('');
  const body = cellFormats.flatMap((_format, index) =>
    ['', '<protection locked="0"/>'].map(
      (protection) =>
        `<xf numFmtId="${firstOwnFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" ` +
        `applyNumberFormat="1" applyAlignment="1"${protection === '' ? '' : ' applyProtection="1"'}>${wrapped}` +
        `${protection}</xf>`,
    ),
  );
  const cells = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    `<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1">${centred}</xf>`,
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${wrapped}</xf>`,
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" ' +
      'applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>',
    ...body,
  ];
  return (
    `${head}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="` +
    `${cellFormats.length}">${formats}</numFmts>` +
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name ' +
    'val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFEAF1F9"/><bgColor ' +
    'indexed="64"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs ' +
    'count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" ` +
    'xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
