/*
 * sheet.js: a worksheet that checks what is written into its boxes, by the program itself (ask.js):
 * whether it is right; if not, where to look; and at the second try, which mistake gives just this.
 *
 * What stands in the boxes stands behind the # of the address too, and how often an answer was wrong, so that
 * it can be sent as a link.
 */
(() => {

/* ---- answers: values with boxes ---- */

const answers = () => all('main .answer');
const nameOf = answer => answer.dataset.answer || '';
const boxes = answer => all('input', answer);
const isOpen = box => !box.readOnly;
const isEmpty = box => !box.value.trim();

let seed = (asWritten.find(line => line.startsWith('worksheet ')) || 'worksheet 1').slice('worksheet '.length);
const firstSeed = seed, tries = new Map(); /* how often an answer was wrong, by its name */
const triesOf = answer => tries.get(nameOf(answer)) || 0;
const checked = new Map(); /* what was handed in when an answer was checked last, by its name */
const completed = []; /* sentences that were completed, each with that as it was */
let key = null; /* the solved sheet, once it was asked for */

const request = (...lines) => [...asWritten, 'worksheet ' + seed, ...lines];
const pageOf = text => new DOMParser().parseFromString(text, 'text/html');

/* A number as JSON has it, with the digits that were written; undefined: it is none. */
function numberOf(text) {
    const plain = text.trim().replace(/[−–]/, '-').replace(',', '.').replace(/^\+/, '');
    if (/^-?(∞|inf|infinity)$/i.test(plain)) return plain.startsWith('-') ? '-Infinity' : 'Infinity';
    if (!/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
    return plain.replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?)\./, '$10.').replace(/\.(?=e|$)/i, '');
}

const itemOf = (answer, box) => ('words' in answer.dataset ? JSON.stringify(box.value.trim()) : numberOf(box.value));
const isWhole = answer => boxes(answer).every(box => !isEmpty(box) && itemOf(answer, box) !== undefined);

/* As it is handed in: [[1.25, 0], [2, 3]]. */
function jsonOf(answer) {
    const items = boxes(answer).map(box => itemOf(answer, box)), cols = Number(answer.dataset.cols), rows = [];
    if (answer.dataset.rank === '0') return items[0];
    if (answer.dataset.rank === '1') return `[${items.join(', ')}]`;
    for (let k = 0; k < items.length; k += cols) rows.push(`[${items.slice(k, k + cols).join(', ')}]`);
    return `[${rows.join(', ')}]`;
}

/* ---- the address ---- */

/* The sheet as lines. */
function linesOf() {
    const filled = answers().filter(answer => nameOf(answer) && boxes(answer).some(box => isOpen(box) && !isEmpty(box)));
    const lines = filled.map(answer => `${nameOf(answer)}=${boxes(answer).map(box => box.value.replace(/;/g, ' ')).join(';')}`);
    const tried = [...tries].map(([name, times]) => `tries ${name}=${times}`);
    return [...(seed === firstSeed ? [] : ['worksheet ' + seed]), ...lines, ...tried];
}

const writeAddress = () => writeLines(linesOf());

function fillIn(lines) {
    for (const line of lines) {
        const sign = line.indexOf('='), texts = line.slice(sign + 1).split(';');
        const answer = answers().find(other => sign > 0 && nameOf(other) === line.slice(0, sign));
        if (answer) boxes(answer).forEach((box, k) => { if (isOpen(box)) box.value = (texts[k] || '').slice(0, 40); });
    }
}

async function restore(lines) {
    const other = lines.find(line => /^worksheet \d{1,9}$/.test(line));
    const wanted = other ? other.slice('worksheet '.length) : firstSeed;
    if (wanted !== seed && !await exchange(wanted)) return;
    keepLost(null);
    forget();
    fillIn(lines);
    for (const [, name, times] of lines.map(line => /^tries (.+)=(\d{1,3})$/.exec(line)).filter(found => found))
        if (answers().some(answer => nameOf(answer) === name)) tries.set(name, Number(times));
    showProgress();
    await gradeFilled();
}

/* ---- what is said ---- */

const status = make('div', { class: 'status', role: 'status', tabindex: -1 });
const desk = make('aside', { class: 'desk', 'aria-label': 'Worksheet' });

let busy = 0; /* how much is being done */

async function busily(work) {
    busy++;
    desk.setAttribute('aria-busy', 'true');
    const done = await work;
    if (!--busy) desk.removeAttribute('aria-busy');
    return done;
}

const verdictOf = answer => one('.verdict', answer);
const isMarked = (answer, mark) => answer.classList.contains(mark);
/* Right only by what was handed in before it. */
const restsOnOthers = answer => isMarked(answer, 'follows') || isMarked(answer, 'rounded');
const isReallyRight = answer => isMarked(answer, 'right') && !isMarked(answer, 'follows');

/* marks: "right", also "right follows" (given wrong answers before it) and "right rounded"; "wrong"; "": not checked. */
function judge(answer, marks, ...inside) {
    answer.classList.remove('right', 'follows', 'rounded', 'wrong');
    answer.classList.add(...marks.split(' ').filter(mark => mark));
    verdictOf(answer).replaceChildren(...inside);
    showProgress();
}

/* ", 2 are right given your own e" */
function ownRight(own) {
    const after = new Set(own.map(answer => answer.dataset.after)), [names] = after;
    return own.length ? [`, ${own.length} ${own.length === 1 ? 'is' : 'are'} right given your own `,
        ...(after.size === 1 ? typeset(names) : ['earlier answers'])] : [];
}

function showProgress() {
    const asked = answers().filter(nameOf), own = asked.filter(answer => isMarked(answer, 'follows'));
    const right = asked.filter(isReallyRight).length;
    const wrong = [...tries.values()].reduce((sum, times) => sum + times, 0);
    status.replaceChildren(
        right && right === asked.length ? `All ${right} answers are right` : `${right} of ${asked.length} answers are right`,
        ...ownRight(own), '.', wrong ? ` ${wrong} ${wrong === 1 ? 'try was' : 'tries were'} wrong.` : '');
}

/* ---- checking ---- */

const fileName = '-'; /* standard input, which no file of a lesson is */

/* What keeps an answer from being checked, or undefined. */
function lackOf(answer) {
    const empty = boxes(answer).filter(isEmpty), wrong = boxes(answer).filter(box => !isEmpty(box) && itemOf(answer, box) === undefined);
    for (const box of wrong) box.setAttribute('aria-invalid', 'true');
    if (wrong.length) return { box: wrong[0], says: `“${wrong[0].value.trim()}” is not a number. Write 0.25, −3 or −inf.` };
    if (empty.length) return { box: empty[0], says: empty.length === 1 ? '1 box is still empty.' : `${empty.length} boxes are still empty.` };
    return undefined;
}

/* The answers with all before them: what follows from a wrong one is not wrong once more. */
function handIn(list, unread) {
    const every = answers(), last = Math.max(...list.map(answer => every.indexOf(answer)));
    const whole = every.slice(0, last + 1).filter(other => nameOf(other) && isWhole(other) && !unread.includes(other));
    const text = `{${whole.map(other => `${JSON.stringify(nameOf(other))}: ${jsonOf(other)}`).join(', ')}}`;
    bring({ name: fileName, bytes: new TextEncoder().encode(text) });
}

/* What is found of an answer. Not counted: again, because one before it has changed, or that may have. */
function take(answer, found, counted) {
    const marks = found.className, written = jsonOf(answer), isNew = checked.get(nameOf(answer)) !== written;
    checked.set(nameOf(answer), written);
    if (!counted && marks.split(' ').every(mark => isMarked(answer, mark)) && restsOnOthers(answer) === marks.includes(' ')) return;
    if (counted && isNew && marks === 'wrong') {
        tries.set(nameOf(answer), triesOf(answer) + 1);
        writeAddress();
    }
    answer.dataset.after = found.dataset.after || '';
    judge(answer, marks, ...[...found.children].map(line => document.adoptNode(line)));
    all('p', verdictOf(answer)).forEach(setNames);
}

/* One with a word that no vocabulary has is not read: it says so, and is left out. */
async function askFor(list, how, unread) {
    for (;;) {
        handIn(list, unread);
        const reply = await busily(ask(request(`${how} ${fileName}`)));
        const other = !reply.told && answers().find(answer => nameOf(answer) && reply.text.startsWith(nameOf(answer) + ': '));
        if (!other || unread.includes(other)) return reply;
        unread.push(other);
        judge(other, '', make('p', {}, ...typeset(reply.text)));
    }
}

/* how: "hint", where to look; "check", which mistake it is. */
async function grade(list, how, counted) {
    const written = list.map(jsonOf), unread = [];
    if (!list.length) return;
    const reply = await askFor(list, how, unread);
    const items = reply.told ? all('li', pageOf(reply.text)) : [];
    for (const [k, answer] of list.entries()) {
        if (unread.includes(answer) || !answer.isConnected || !isWhole(answer) || jsonOf(answer) !== written[k]) continue;
        const found = items.find(item => item.dataset.name === nameOf(answer));
        if (found) take(answer, found, counted);
        else judge(answer, '', make('p', {}, reply.text));
    }
    for (const step of new Set(list.filter(isReallyRight).map(answer => answer.closest('.step')))) await completeWords(step);
}

/* The first time that an answer is wrong it is said where to look, then which mistake it is. */
async function gradeAll(list, counted) {
    const told = list.filter(answer => triesOf(answer) > (counted ? 0 : 1));
    await busily(grade(list.filter(answer => !told.includes(answer)), 'hint', counted).then(() => grade(told, 'check', counted)));
}

/* What a link has filled in: how often it was wrong is counted already. */
async function gradeFilled() {
    const filled = answers().filter(answer => nameOf(answer) && boxes(answer).some(isOpen) && isWhole(answer));
    if (!filled.length) return;
    status.textContent = 'What is filled in is being checked…';
    await gradeAll(filled, false);
}

/* Those that were checked, and may be judged otherwise now that this one before them is: they count no try. */
function gradeLater(answer) {
    const later = answers().slice(answers().indexOf(answer) + 1);
    const open = other => checked.has(nameOf(other)) && isWhole(other) && (restsOnOthers(other) || !isMarked(other, 'right'));
    return gradeAll(later.filter(open), false);
}

async function check(answer) {
    const lack = lackOf(answer);
    if (lack) {
        judge(answer, '', make('p', {}, lack.says));
        lack.box.focus();
        return;
    }
    await busily(gradeAll([answer], true).then(() => gradeLater(answer)));
    if (isMarked(answer, 'right') && answer.contains(document.activeElement)) goOn(answer);
}

/* What is begun and not checked yet. */
async function checkAll() {
    const begun = answers().filter(answer => nameOf(answer) && boxes(answer).some(box => isOpen(box) && !isEmpty(box)));
    const open = begun.filter(answer => !isMarked(answer, 'right') && !isMarked(answer, 'wrong'));
    for (const answer of open.filter(lackOf)) judge(answer, '', make('p', {}, lackOf(answer).says));
    await gradeAll(open.filter(isWhole), true);
}

/* To the next box that is empty. */
function goOn(answer) {
    const list = answers(), next = list.slice(list.indexOf(answer) + 1).flatMap(boxes).find(isEmpty);
    if (next) next.focus();
}

/* The sentences of an exercise whose answers are right, as the sheet has them, get the numbers that they leave out. */
async function completeWords(step) {
    const isSolved = () => answers().filter(answer => answer.closest('.step') === step && nameOf(answer)).every(isReallyRight);
    if (!step || !isSolved() || !one('.blank', step)) return;
    if (!key) {
        const asked = seed, reply = await ask(request('sheet solved'));
        if (!reply.told || asked !== seed || !step.isConnected) return;
        key = pageOf(reply.text);
        if (!isSolved()) return;
    }
    const there = all(':scope > p', key.getElementById(step.id) || key);
    all(':scope > p', step).forEach((line, k) => {
        if (!one('.blank', line) || !there[k]) return;
        const full = document.importNode(there[k], true);
        line.replaceWith(full);
        completed.push([full, line]);
    });
}

/* ---- the sheet ---- */

function forget() {
    completed.splice(0).forEach(([full, blank]) => full.replaceWith(blank));
    tries.clear();
    checked.clear();
    key = null;
    for (const answer of answers()) {
        if (nameOf(answer)) judge(answer, '');
        boxes(answer).filter(isOpen).forEach(box => { box.value = ''; box.removeAttribute('aria-invalid'); });
    }
}

function prepare() {
    one('body > header').append(make('p', { class: 'how' },
        'Fill in the boxes and press Enter or Check. Numbers need two decimals, or all that they have.'));
    for (const answer of answers().filter(nameOf)) {
        const label = `Check ${spoken(nameOf(answer))}`;
        answer.append(make('div', { class: 'checking' }, make('button', { type: 'button', 'aria-label': label,
            onclick: () => check(answer) }, 'Check'), make('div', { class: 'verdict', role: 'status' })));
    }
    for (const answer of answers().filter(other => !nameOf(other)))
        answer.append(make('p', { class: 'checking' }, 'This value has no name, so it has no check.'));
    showProgress();
}

/* The sheet of another seed. */
async function exchange(other) {
    const before = seed;
    seed = other;
    const reply = await busily(ask(request()));
    if (!reply.told) {
        seed = before;
        status.textContent = reply.text;
        return false;
    }
    const page = pageOf(reply.text);
    for (const part of ['header', 'main']) one('body > ' + part).replaceWith(document.adoptNode(one('body > ' + part, page)));
    tries.clear();
    checked.clear();
    key = null;
    prepare();
    return true;
}

/* What was on the sheet before it was emptied or exchanged, until something else is written. */
let lost = null;
const emptier = make('button', { onclick: () => (lost ? undo() : empty()) }, 'Empty all');

function keepLost(lines) {
    lost = lines;
    emptier.textContent = lost ? 'Undo' : 'Empty all';
}

async function undo() {
    await restore(lost);
    writeAddress();
}

async function takeNext() {
    const before = linesOf();
    if (!await exchange(String((Number(seed) + 1) % 1e9))) return;
    writeAddress();
    keepLost(before);
    window.scrollTo(0, 0);
    const first = one('main input');
    if (first) first.focus({ preventScroll: true });
}

function empty() {
    const before = linesOf();
    forget();
    keepLost(before.length ? before : null);
    writeAddress();
    showProgress();
    status.focus();
}

/* What was right given this answer is no longer, once it changes. */
function dropResting(answer) {
    for (const other of answers().slice(answers().indexOf(answer) + 1).filter(restsOnOthers))
        judge(other, '', make('p', {}, 'Not checked since ', ...typeset(nameOf(answer)), ' changed.'));
}

/* ---- hands and keys ---- */

document.addEventListener('input', event => {
    const answer = event.target.closest('.answer');
    if (!answer) return;
    keepLost(null);
    event.target.removeAttribute('aria-invalid');
    judge(answer, '', ...(isMarked(answer, 'right') ? [] : verdictOf(answer).childNodes)); /* what is wrong is read while one mends */
    dropResting(answer);
    writeAddress();
});

const ways = { ArrowUp: -1, ArrowDown: 1 };

document.addEventListener('keydown', event => {
    const box = event.target, answer = box.tagName === 'INPUT' && box.closest('.answer');
    if (!answer || event.ctrlKey || event.metaKey || event.altKey) return;
    const list = boxes(answer), other = list[list.indexOf(box) + (ways[event.key] || 0) * Number(answer.dataset.cols)];
    const next = list.slice(list.indexOf(box) + 1).find(isEmpty);
    if (ways[event.key] && other) other.focus();
    else if (event.key === 'Enter' && next) next.focus();
    else if (event.key === 'Enter' && nameOf(answer)) check(answer);
    else if (event.key === 'Enter') goOn(answer);
    else return;
    event.preventDefault();
});

window.addEventListener('hashchange', () => restore(addressLines()));

desk.append(make('div', { class: 'surface' }, make('div', { class: 'bar' }, status, make('div', { class: 'buttons' },
    make('button', { onclick: checkAll }, 'Check all'), emptier, make('button', { onclick: takeNext }, 'Other numbers')))));
document.body.append(desk);
document.documentElement.classList.add('alive');
document.body.style.paddingBottom = desk.offsetHeight + 32 + 'px';
document.documentElement.style.scrollPaddingBottom = desk.offsetHeight + 16 + 'px';
prepare();
restore(addressLines());

})();
