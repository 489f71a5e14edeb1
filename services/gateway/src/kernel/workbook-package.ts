const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet of the workbook, and the row of its head (from 1), which is printed on every page. */
export interface SheetEntry {
  readonly name: string;
  readonly headRow: number;
}

/** The parts around the sheets, which are `xl/worksheets/sheet1.xml` and so on, by their names. */
export function packageParts(sheets: readonly SheetEntry[]): [name: string, xml: string][] {
  const ids = sheets.map((_sheet, index) => index + 1);
  const titles = sheets.map(
    ({ name, headRow }, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">` +
      `${escaped(`'${name.replaceAll("'", "''")}'!$${headRow}:$${headRow}`)}</definedName>`,
  );
  return [
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
        sheets
          .map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
          .join('') +
        '</sheets>' +
        `<definedNames>${titles.join('')}</definedNames></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...ids.map((id): [string, string, string] => [`rId${id}`, `${office}/worksheet`, `worksheets/sheet${id}.xml`]),
        ['rId0', `${office}/styles`, 'styles.xml'],
      ]),
    ],
    [
      '_rels/.rels',
      relations([
        ['rId1', `${office}/officeDocument`, 'xl/workbook.xml'],
        ['rId2', `${packaged}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      ]),
    ],
    [
      'docProps/core.xml',
      `${head}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" ` +
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>教务系统</dc:creator></cp:coreProperties>',
    ],
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ` +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
        'ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override ` +
        `PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>` +
        '<Override PartName="/docProps/core.xml" ' +
        'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
        ids
          .map((id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${sheetType}.worksheet+xml"/>`)
          .join('') +
        '</Types>',
    ],
  ];
}

/** A text inside XML, as content or as an attribute. */
export function escaped(text: string): string {
  return /[&<>"\r\n\t]/.test(text)
    ? text.replaceAll(/[&<>"\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)
    : text;
}

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  return (
    `${head}<Relationships xmlns="${packaged}/relationships">` +
    `${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}` +
    '</Relationships>'
  );
}
