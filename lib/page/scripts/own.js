/*
 * own.js: numbers of the reader's own, typed or pasted, in place of a vector or matrix that the lesson
 * is given. They become a list as the program takes it, "[[1, 0], [0, 1]]", which judges their shape.
 */

/* What stands in a lesson for a given value: its list, null if its numbers are made; undefined: a number or a part. */
function givenList(value) {
    if (Array.isArray(value)) return value;
    if (!value || typeof value !== 'object') return undefined;
    if (Array.isArray(value.values)) return value.values;
    return 'random' in value || 'uniform' in value || 'fill' in value ? null : undefined;
}

const rankOf = list => (Array.isArray(list) ? 1 + rankOf(list[0]) : 0);

/* As a reader writes it: a row a line, columns one below the other. */
function writtenList(list) {
    if (!list) return '';
    if (rankOf(list) > 2) return JSON.stringify(list).replace(/,/g, ', ');
    const rows = rankOf(list) === 2 ? list : [list];
    const widths = rows[0].map((_, col) => Math.max(...rows.map(row => String(row[col]).length)));
    return rows.map(row => row.map((number, col) => String(number).padStart(widths[col])).join('  ')).join('\n');
}

/*
 * { list } as the program takes it, or { fault }. Columns are apart by tabs, as spreadsheets copy
 * them, by blanks, commas or semicolons. Where tabs or semicolons are, a comma is a decimal one; also
 * where blanks are between numbers that all have one, 1,5 2,5.
 */
function readList(text, rank) {
    const plain = text.replace(/[−–]/g, '-').trim();
    if (plain.startsWith('[')) return { list: plain.replace(/\s+/g, ' ') };
    const lines = plain.split(/\r?\n/).filter(line => line.trim());
    const cells = !/[\t;]/.test(plain) && /\S +\S/.test(plain) ? plain.split(/\s+/) : [''], isDecimal = cell => /^[-+]?\d+,\d+$/.test(cell);
    if (cells.some(isDecimal) && !cells.every(isDecimal) && cells.every(cell => isDecimal(cell) || /^[-+]?\d+$/.test(cell)))
        return { fault: `Is “${cells.find(isDecimal)}” one number or two? Write a decimal point, or columns apart by semicolons.` };
    const between = /\t/.test(plain) ? /\t/ : /;/.test(plain) ? /;/ : cells.every(isDecimal) ? /\s+/ : /,\s*|\s+/;
    const rows = lines.map(line => line.trim().split(between).map(cell => cell.trim().replace(',', '.').replace(/^\+/, '')));
    const wrong = rows.flat().find(cell => !/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(cell));
    if (!rows.length) return { fault: 'Write numbers, a row a line.' };
    if (wrong !== undefined) return { fault: wrong ? `“${wrong}” is not a number. Write 0.25 or −3.` : 'A number is missing.' };
    const listed = rows.map(row => `[${row.map(cell => (Number.isFinite(Number(cell)) ? Number(cell) : cell)).join(', ')}]`);
    return { list: rank === 1 || (!rank && rows.length === 1) ? listed.join(', ') : `[${listed.join(', ')}]` };
}

/* "2 × 4" */
function sizeOf(list) {
    try {
        const sizes = [];
        for (let part = JSON.parse(list); Array.isArray(part); part = part[0]) sizes.push(part.length);
        return sizes.join(' × ');
    } catch {
        return '';
    }
}
