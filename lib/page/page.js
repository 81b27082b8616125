/*
 * page.js: lets a reader point at any number of a lesson, see where it comes from, put another one
 * in its place, and see all that follows computed again, by the program itself (worker.js).
 *
 * What the reader wishes is a list of lines, as the program takes them ("set e_{1,2} = 2"). The
 * lines of the page as it was written come first; those of the reader stand behind the # of the
 * address, so that a changed lesson can be sent as a link.
 */
'use strict';
(() => {

const one = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

/* An element with attributes, and texts or elements in it. */
function make(tag, attributes = {}, ...inside) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...inside);
    return element;
}

/* ---- what the page was given ---- */

const decoded = element => Uint8Array.from(atob(element.textContent), letter => letter.charCodeAt(0));
const textOf = element => new TextDecoder().decode(decoded(element));
const asWritten = textOf(one('script.request')).split('\n').filter(line => line);
const lessonName = asWritten[0].slice('lesson '.length);
const lesson = JSON.parse(textOf(all('script.file').find(file => file.dataset.name === lessonName + '.json')));

/* ---- what the reader wishes ---- */

const kinds = ['set', 'without', 'sentence', 'input', 'worksheet', 'seed'];
let wishes = [];

function readAddress() {
    const lines = location.hash.slice(1).split('&').map(part => {
        try { return decodeURIComponent(part); } catch { return ''; }
    });
    return lines.filter(line => kinds.includes(line.split(' ')[0]) && !/[\r\n]/.test(line));
}

function writeAddress() {
    const hash = wishes.filter(line => !/^input .*=\u0001/.test(line)).map(encodeURIComponent).join('&');
    history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search);
}

/* A wish "set NAME = …" takes the place of an earlier one of this name; "sentence" likewise. */
const about = line => /^(set [^=]*|input [^=]*|\S+)/.exec(line)[0].trim();
const isList = line => line.startsWith('without ');

function wish(line) {
    wishes = wishes.filter(other => isList(line) ? other !== line : about(other) !== about(line));
    wishes.push(line);
}

function unwish(line) {
    wishes = wishes.filter(other => other !== line);
}

/* ---- the module ---- */

let worker = null, asked = 0, waiting = new Map();
const ownFiles = [];

function start() {
    const code = new Blob([textOf(one('script.worker'))], { type: 'text/javascript' });
    worker = new Worker(URL.createObjectURL(code));
    worker.onmessage = ({ data }) => {
        const answered = waiting.get(data.id);
        waiting.delete(data.id);
        if (answered) answered(data);
    };
    worker.onerror = () => say('This browser cannot compute the lesson anew; the page stays as it is.');
    const files = all('script.file').map(file => ({ name: file.dataset.name, base64: file.textContent }));
    worker.postMessage({ module: one('script.module').textContent, files: [...files, ...ownFiles] });
}

function ask(lines) {
    if (!worker) start();
    return new Promise(answered => {
        const id = ++asked;
        waiting.set(id, answered);
        worker.postMessage({ id, request: lines.join('\n') });
    });
}

function stop() {
    if (worker) worker.terminate();
    worker = null;
    for (const answered of waiting.values()) answered({ told: false, text: 'Stopped: the page is as it was before.' });
    waiting = new Map();
}

/* ---- the desk: all that the reader has in hand, below the lesson ---- */

const status = make('p', { class: 'status', role: 'status' });
const busy = make('div', { class: 'busy', hidden: true },
    make('progress', { 'aria-label': 'Computing' }), ' ', make('button', { onclick: stop }, 'Stop'));
const chosen = make('div', { class: 'chosen', hidden: true, 'aria-live': 'polite' });
const wished = make('div', { class: 'wished' });
const desk = make('aside', { class: 'desk', 'aria-label': 'What if' }, chosen, wished, busy, status);

const say = text => { status.textContent = text; };

/* Runs the lesson as it is wished now. False: it cannot be; the page then stays as it was. */
let turn = 0;
async function run(what) {
    const mine = ++turn, slow = setTimeout(() => { busy.hidden = false; }, 300);
    const answer = await ask([...asWritten, ...wishes]);
    clearTimeout(slow);
    if (mine !== turn) return false;
    busy.hidden = true;
    if (!answer.told) {
        say(answer.text);
        return false;
    }
    const count = replace(new DOMParser().parseFromString(answer.text, 'text/html'));
    writeAddress();
    showWishes();
    say(what + (count === 1 ? ' 1 number is another one now.' : ` ${count} numbers are others now.`));
    return true;
}

/* Takes over the lesson of another page, and marks the numbers that differ. How many do? */
function replace(page) {
    const before = new Map(numbers().map(cell => [nameOf(cell), cell.textContent]));
    const focused = document.activeElement && nameOf(document.activeElement);
    for (const part of ['header', 'main']) {
        const here = one('body > ' + part), there = one('body > ' + part, page);
        if (here && there) here.replaceWith(document.adoptNode(there));
    }
    const changed = numbers().filter(cell =>
        before.has(nameOf(cell)) && before.get(nameOf(cell)) !== cell.textContent);
    for (const cell of changed) cell.classList.add('changed');
    prepare();
    const again = focused && numbers().find(cell => nameOf(cell) === focused);
    if (again) focusOn(again, true);
    return new Set(changed.map(nameOf)).size;
}

/* A wish that cannot be granted is taken back. */
async function change(what, alter) {
    const before = wishes;
    wishes = [...wishes];
    alter();
    const done = await run(what);
    if (!done) wishes = before;
    showWishes();
    return done;
}

/* ---- numbers ---- */

const nameOf = cell => cell.dataset ? cell.dataset.n || cell.dataset.f : undefined;
const numbers = (from = document) => all('main [data-n], main [data-f]', from);
const group = cell => cell.closest('table, p');

/* One number of each table can be reached by Tab, the others by arrows. */
function prepare() {
    for (const cell of numbers()) {
        cell.tabIndex = -1;
        cell.setAttribute('role', 'button');
    }
    for (const place of new Set(numbers().map(group))) numbers(place.parentNode).forEach(() => {});
    const seen = new Set();
    for (const cell of numbers())
        if (!seen.has(group(cell))) {
            seen.add(group(cell));
            cell.tabIndex = 0;
        }
}

function focusOn(cell, quietly) {
    for (const other of all('[tabindex="0"]', group(cell))) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus({ preventScroll: quietly });
}

/* The next number that way; in a table, in the same row or column. */
function beside(cell, key) {
    const row = cell.closest('tr');
    if (!row) {
        const list = all('[data-n], [data-f]', group(cell)), at = list.indexOf(cell);
        return list[at + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)];
    }
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    const rows = [...cell.closest('table').rows];
    let r = rows.indexOf(row), c = cell.cellIndex, next;
    do {
        r += step[0];
        c += step[1];
        next = rows[r] && rows[r].cells[c];
    } while (next && !nameOf(next));
    return next;
}

/* ---- the number that is chosen: its arithmetic, and another one in its place ---- */

let open = null; /* its name */

async function choose(cell) {
    const name = nameOf(cell), mine = open = name;
    for (const other of all('main .open')) other.classList.remove('open');
    for (const same of numbers()) if (nameOf(same) === name) same.classList.add('open');
    const answer = await ask([...asWritten, ...wishes, 'arithmetic ' + name]);
    if (open !== mine) return;
    const page = new DOMParser().parseFromString(answer.text, 'text/html');
    const sums = all('.arithmetic', page);
    chosen.replaceChildren(make('button', { class: 'close', 'aria-label': 'Close', onclick: close }, '×'));
    if (answer.told && sums.length) chosen.append(document.adoptNode(sums[sums.length - 1]));
    else chosen.append(make('p', {}, answer.told ? name + ' = ' + cell.textContent : answer.text));
    if (cell.dataset.n) chosen.append(changer(name, cell.textContent));
    chosen.hidden = false;
    document.documentElement.style.scrollPaddingBottom = desk.offsetHeight + 'px';
    cell.scrollIntoView({ block: 'nearest' });
}

const plainNumber = text => text.trim().replace('−', '-').replace('∞', 'inf');

/* A field and a slider for another number. The slider reaches as far again as the number lies from 0. */
function changer(name, text) {
    const now = Number(plainNumber(text)), reach = Math.max(1, 2 * Math.abs(Number.isFinite(now) ? now : 1));
    const field = make('input', { inputmode: 'decimal', size: 9, value: plainNumber(text), 'aria-label': 'Another number in place of ' + name });
    const slider = make('input', { type: 'range', min: -reach, max: reach, step: reach / 100, value: Number.isFinite(now) ? now : 0, 'aria-label': 'The same, by sliding' });
    const put = async () => {
        const line = `set ${name} = ${plainNumber(field.value)}`;
        if (await change(`${name} is ${field.value} now.`, () => wish(line))) refresh(name);
    };
    slider.addEventListener('input', () => {
        field.value = String(Number(Number(slider.value).toPrecision(4)));
        put();
    });
    return make('form', { class: 'changer', onsubmit: event => { event.preventDefault(); put(); } },
        make('label', {}, 'Put in its place: ', field), slider, make('button', {}, 'Compute'));
}

/* The arithmetic of the chosen number after a change; its field and slider stay as they are. */
async function refresh(name) {
    for (const same of numbers()) if (nameOf(same) === name) same.classList.add('open');
    const answer = await ask([...asWritten, ...wishes, 'arithmetic ' + name]);
    const sums = answer.told ? all('.arithmetic', new DOMParser().parseFromString(answer.text, 'text/html')) : [];
    const here = one('.arithmetic', chosen);
    if (open === name && here && sums.length) here.replaceWith(document.adoptNode(sums[sums.length - 1]));
}

function close() {
    const cell = numbers().find(cell => nameOf(cell) === open);
    open = null;
    chosen.hidden = true;
    for (const other of all('main .open')) other.classList.remove('open');
    document.documentElement.style.scrollPaddingBottom = '';
    if (cell) focusOn(cell, true);
}

/* ---- wishes that are shown, with what else can be wished ---- */

function chip(line) {
    const words = line.replace(/^set /, '').replace(/^input /, '').replace(/^sentence /, 'sentence: ').replace('\u0001', '');
    return make('li', {}, words, ' ', make('button', {
        'aria-label': 'Take back: ' + words,
        onclick: () => change('Taken back.', () => unwish(line)),
    }, '×'));
}

function showWishes() {
    const chips = wishes.filter(line => !isList(line)).map(chip);
    const list = make('ul', { class: 'chips', 'aria-label': 'Changed' }, ...chips);
    const back = make('button', { onclick: () => change('All is as it was written.', () => { wishes = []; }) }, 'Back to the lesson');
    one('.changes', wished).replaceChildren(...(wishes.length ? [list, back] : []));
    for (const box of all('.without input', wished)) box.checked = wishes.includes('without ' + box.value);
}

function switchBox(name) {
    const box = make('input', { type: 'checkbox', value: name });
    box.addEventListener('change', () => change(box.checked ? `Without ${name}.` : `With ${name} again.`, () =>
        box.checked ? wish('without ' + name) : unwish('without ' + name)));
    return make('label', {}, box, ' ', name);
}

/* Words of the reader's own in place of an input's. */
function wordsField(input) {
    const field = make('input', { size: 28, autocomplete: 'off' });
    const take = event => {
        event.preventDefault();
        const line = input === 'sentence' ? 'sentence ' + field.value : `input ${input}=${field.value}`;
        change('Read.', () => field.value.trim() ? wish(line) : wishes.filter(other => about(other) === about(line)).forEach(unwish));
    };
    return make('form', { onsubmit: take }, make('label', {}, `Your own ${input}: `, field), ' ', make('button', {}, 'Read'));
}

/* A picture of the reader's own, which the browser unpacks. */
function pictureField(input) {
    const field = make('input', { type: 'file', accept: 'image/*' });
    field.addEventListener('change', async () => {
        if (!field.files[0]) return;
        const file = { name: `\u0001${ownFiles.length + 1} ${field.files[0].name}`, bytes: await pixmap(field.files[0]) };
        ownFiles.push(file);
        if (worker) worker.postMessage({ files: [file] });
        change('Looked at.', () => wish(`input ${input}=${file.name}`));
    });
    return make('label', {}, `Your own ${input}: `, field);
}

/* The colours of a picture as a portable pixmap, laid on white, no side longer than 1024. */
async function pixmap(file) {
    const bitmap = await createImageBitmap(file), scale = Math.min(1, 1024 / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale)), height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = make('canvas', { width, height }), pen = canvas.getContext('2d');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
    const colours = pen.getImageData(0, 0, width, height).data;
    const head = new TextEncoder().encode(`P6\n${width} ${height}\n255\n`), bytes = new Uint8Array(head.length + 3 * width * height);
    bytes.set(head);
    for (let i = 0; i < width * height; i++) bytes.set(colours.subarray(4 * i, 4 * i + 3), head.length + 3 * i);
    return bytes;
}

function furnish() {
    const inputs = new Set(Object.values(lesson.sequences || {}).map(sequence => sequence && sequence.input).filter(name => name));
    const pictures = new Set(Object.values(lesson.given || {}).filter(given => given && given.pixels && given.input).map(given => given.input));
    const boxes = Object.keys(lesson.switches || {}).map(switchBox);
    wished.append(make('p', { class: 'hint' }, numbers().length
        ? 'Choose any number to see where it comes from, and to put another one in its place.'
        : 'This lesson can be computed again with what you bring:'));
    wished.append(...[...inputs].map(wordsField), ...[...pictures].map(pictureField));
    if (boxes.length) wished.append(make('fieldset', { class: 'without' }, make('legend', {}, 'Without:'), ...boxes));
    wished.append(make('div', { class: 'changes' }));
}

/* ---- hands and keys ---- */

document.addEventListener('click', event => {
    const cell = event.target.closest && event.target.closest('main [data-n], main [data-f]');
    if (!cell) return;
    focusOn(cell, true);
    choose(cell);
});

/* Page Down goes to the next step, Page Up to the one before. */
function turnStep(forward) {
    const steps = all('main > .step'), top = window.innerHeight / 3;
    const at = steps.filter(step => step.getBoundingClientRect().top < top).length - 1;
    const next = steps[at + (forward ? 1 : -1)];
    if (next) next.scrollIntoView({ block: 'start' });
    return !!next;
}

/* "p": a step a screen, for a hall. */
function present() {
    document.documentElement.classList.toggle('hall');
}

document.addEventListener('keydown', event => {
    const at = event.target, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName);
    if (event.key === 'Escape' && open) return close();
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (nameOf(at) && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        choose(at);
    } else if (nameOf(at) && event.key.startsWith('Arrow')) {
        event.preventDefault();
        const next = beside(at, event.key);
        if (next) focusOn(next);
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
        if (turnStep(event.key === 'PageDown')) event.preventDefault();
    } else if (event.key === 'p') {
        present();
    }
});

window.addEventListener('hashchange', () => {
    wishes = readAddress();
    run('As the address says.');
});

document.body.append(desk);
document.documentElement.classList.add('alive');
furnish();
prepare();
wishes = readAddress();
if (wishes.length) run('As the address says.');

})();
