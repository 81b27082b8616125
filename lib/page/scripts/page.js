/*
 * page.js: lets a reader point at any number of a lesson, see where it comes from, put another one
 * in its place, and see all that follows computed again, by the program itself (ask.js).
 *
 * What the reader wishes is a list of lines, as the program takes them ("set e_{1,2} = 2"). The
 * lines of the page as it was written come first; those of the reader stand behind the # of the
 * address, so that a changed lesson can be sent as a link.
 */
(async () => {

/* ---- what the page was given ---- */

const lessonName = asWritten[0].slice('lesson '.length);
const { letters, packed } = fileOf(lessonName + '.json');
const lesson = JSON.parse(textOf(await unpacked(bytesOf(letters), packed)));

/* ---- what the reader wishes ---- */

const kinds = ['set', 'without', 'sentence', 'input', 'worksheet', 'seed'];
let wishes = [];      /* lines that the program takes */
let granted = wishes; /* those that the page shows */

const readAddress = () => addressLines().filter(line => kinds.includes(line.split(' ')[0]));

/* A file that the reader has brought, whose name begins with \u0001, cannot be sent along in a link. */
const writeAddress = () => writeLines(granted.filter(line => !/^input [^=]*=\u0001/.test(line)));

/* A wish "set NAME = …" takes the place of an earlier one of this name; "sentence" likewise. */
const about = line => /^(set [^=]*|input [^=]*|without .*|\S+)/.exec(line)[0].trim();
const wish = line => [...wishes.filter(other => about(other) !== about(line)), line];
const unwish = line => wishes.filter(other => about(other) !== about(line));

let written = null; /* the numbers of the lesson as written, and the words that it reads */

function stop() {
    again = false;
    wishes = granted;
    stopAsking('Stopped: the page is as it was before.');
}

/* ---- the desk: all that the reader has in hand, below the lesson ---- */

const status = make('div', { class: 'status', role: 'status', tabindex: -1 });
const busy = make('div', { class: 'busy', hidden: true },
    make('progress', { 'aria-label': 'Computing' }), make('button', { onclick: stop }, 'Stop'));
const sums = make('div', { class: 'sums', role: 'region', 'aria-label': 'Arithmetic', 'aria-live': 'polite', tabindex: 0 });
const chosen = make('div', { class: 'chosen', hidden: true }, sums,
    make('form', { class: 'changer' }), make('button', { class: 'close', 'aria-label': 'Close', onclick: close }, '×'));
const wished = make('div', { class: 'wished', id: 'wished', hidden: true });
const changes = make('div', { class: 'changes', hidden: true });
const buttons = make('div', { class: 'buttons' });
const desk = make('aside', { class: 'desk', 'aria-label': 'What if' },
    make('div', { class: 'surface' }, chosen, wished, make('div', { class: 'bar' }, status, changes, busy, buttons)));

function say(text) {
    status.classList.remove('fault');
    status.replaceChildren(make('p', {}, ...typeset(text)));
}

/* What the program says: lines behind the first show the place that is meant. */
function sayFault(text) {
    const [first, ...lines] = text.split('\n');
    say(first);
    status.classList.add('fault');
    if (lines.length) status.append(make('pre', {}, lines.join('\n')));
    status.scrollIntoView({ block: 'nearest' });
}

function hint() {
    say('');
    status.firstChild.classList.add('hint');
    if (open) return;
    const more = make('span', { class: 'wide' }, ' to see where it comes from, and to change it');
    status.firstChild.append(...(numbers().length ? ['Choose any number', more] : ['What if… lets you change this lesson']));
}

/* ---- the lesson computed again ---- */

let running = false, again = false, said = '';

/*
 * Brings the page to what is wished, and the desk to the number that is chosen. What is wished while
 * the program computes comes when it has ended, and of all that only the newest.
 */
async function update(what) {
    said = what;
    again = true;
    if (running) return;
    running = true;
    desk.setAttribute('aria-busy', 'true');
    while (again) {
        again = false;
        await tell(said);
    }
    running = false;
    desk.removeAttribute('aria-busy');
}

const pageOf = answer => new DOMParser().parseFromString(answer.text, 'text/html');
const numbersOf = page => new Map(numbers(page).map(cell => [nameOf(cell), numberIn(cell)]));
const differs = (cell, from) => from.has(nameOf(cell)) && from.get(nameOf(cell)) !== numberIn(cell);

async function tell(what) {
    const asked = wishes, name = open, anew = asked !== granted;
    const request = [...asWritten, ...asked], slow = setTimeout(() => { busy.hidden = false; }, 300);
    let answer = await ask(name ? [...request, 'arithmetic ' + name] : request);
    const nameless = !answer.told && name && anew && worker; /* the number may be there no longer */
    if (nameless) answer = await ask(request);
    const words = asked.filter(line => !/^(set|without) /.test(line)).join('\n');
    if (answer.told && words !== written.words) { /* it is compared with the lesson that reads these words */
        const plain = words === asked.join('\n') ? answer : await ask([...asWritten, ...words.split('\n')]);
        if (plain.told) written = { words, numbers: numbersOf(pageOf(plain)) };
        else answer = plain;
    }
    clearTimeout(slow);
    busy.hidden = true;
    if (!answer.told) {
        if (wishes === asked) wishes = granted;
        showWishes();
        return sayFault(answer.text);
    }
    const page = pageOf(answer);
    const sum = name && !nameless && takeSum(page, name);
    if (anew) {
        granted = asked;
        const count = replace(page);
        writeAddress();
        showWishes();
        say(what + (count ? ` ${count === 1 ? '1 number differs' : count + ' numbers differ'} from the lesson as written.` : ''));
    }
    if (open && name === open) showSum(sum);
}

/* Wishes something else; what: what is said when it is granted. */
function change(what, lines) {
    wishes = lines;
    update(what);
}

/* The arithmetic that was asked for stands behind all other, and no more in the page then, nor its title. */
function takeSum(page, name) {
    const found = all('.arithmetic', page).pop();
    if (found && !asWritten.includes('arithmetic ' + name)) {
        if (found.previousElementSibling.matches('.remark')) found.previousElementSibling.remove();
        found.remove();
    }
    return found && document.adoptNode(found);
}

/* A number with fewer decimals than another is exact, so 1.50 and 1.5 are one. */
function numberIn(cell) {
    const number = Number(plainNumber(cell.textContent));
    return Number.isNaN(number) ? cell.textContent : number;
}

/*
 * Takes over the lesson of another page, and marks the numbers that differ from the lesson as written;
 * those that are others than a moment ago light up. How many differ?
 */
function replace(page) {
    const before = numbersOf(document), focused = nameOf(document.activeElement), hold = anchor();
    const left = all('.value, .formula').map(box => box.scrollLeft), shut = all('main details').map(box => box.open);
    for (const part of ['header', 'main']) {
        const here = one('body > ' + part), there = one('body > ' + part, page);
        if (here && there) here.replaceWith(document.adoptNode(there));
    }
    const changed = numbers().filter(cell => differs(cell, written.numbers));
    for (const cell of changed) cell.classList.add('changed');
    for (const cell of numbers().filter(cell => differs(cell, before))) cell.classList.add('anew');
    prepare();
    all('.value, .formula').forEach((box, k) => { box.scrollLeft = left[k] || 0; });
    all('main details').forEach((box, k) => { if (shut[k] === false) box.open = false; });
    if (screen !== null) showScreen(screen);
    showPinned();
    const cell = openCell(), same = focused && (focused === open ? cell : numbers().find(cell => nameOf(cell) === focused));
    if (same) focusOn(same, true);
    if (open && !cell && !pinned) close();
    hold();
    return new Set(changed.map(nameOf)).size;
}

/* What the reader looks at now is to stand at the same place of the screen later. */
function anchor() {
    const isSeen = cell => cell && cell.getBoundingClientRect().bottom > 0 &&
        cell.getBoundingClientRect().top < desk.getBoundingClientRect().top;
    const steps = all('main > .step').filter(step => step.getBoundingClientRect().bottom > 0);
    const cell = chosenPlace(), find = isSeen(cell) ? chosenPlace : () => steps[0] && document.getElementById(steps[0].id);
    const top = find() && find().getBoundingClientRect().top;
    return () => {
        const now = find();
        if (now && top !== undefined) window.scrollBy(0, now.getBoundingClientRect().top - top);
        if (find === chosenPlace) keepInSight();
    };
}

/* ---- numbers ---- */

const nameOf = cell => (cell && cell.dataset && (cell.dataset.n || cell.dataset.f)) || '';
const numbers = (from = document) => all('main [data-n], main [data-f]', from).filter(nameOf);
const group = cell => cell.closest('table, p');

/* One number of each table can be reached by Tab, the others by arrows. */
function prepare() {
    const groups = new Set();
    for (const cell of numbers()) {
        if (cell.tagName === 'SPAN') cell.setAttribute('role', 'button');
        cell.tabIndex = groups.has(group(cell)) ? -1 : 0;
        if (nameOf(cell) === open) mark(cell);
        groups.add(group(cell));
    }
    for (const table of groups) {
        if (table.tagName !== 'TABLE') continue;
        const name = one('caption, thead td, tbody th', table);
        table.setAttribute('role', 'grid');
        table.setAttribute('aria-label', (name && name.textContent) || 'numbers');
        if (table.caption) table.caption.setAttribute('aria-hidden', 'true'); /* a grid's name says the same */
    }
    all('main .arithmetic p, main figcaption small').forEach(setNames);
    for (const box of all('.formula, .definition, pre')) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    for (const formula of all('.formula math')) { /* on paper none can be scrolled: 42 em are as wide as its text */
        const wide = formula.getBoundingClientRect().width / parseFloat(getComputedStyle(formula.parentNode).fontSize);
        if (wide > 42) formula.style.setProperty('--fit', 42 / wide);
    }
    offerFilms();
    maps().forEach((map, number) => {
        map.tabIndex = 0;
        map.setAttribute('role', 'application');
        offerLinks(map, number, say);
        if (!axisWords(map).length && !one('image, use', map))
            map.after(make('p', { class: 'reading' }, 'Hovering over a cell, or the arrow keys, name its row, its column and its number.'));
    });
    offerFlow(say);
}

function focusOn(cell, quietly) {
    for (const other of all('[tabindex="0"]', group(cell))) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus({ preventScroll: quietly });
}

const arrows = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/* The next number that way; in a table, in the same row or column. */
function beside(cell, key) {
    const row = cell.closest('tr');
    if (!row) {
        const list = numbers(group(cell).parentNode).filter(other => group(other) === group(cell));
        return list[list.indexOf(cell) + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)];
    }
    const rows = [...cell.closest('table').rows];
    let r = rows.indexOf(row), c = cell.cellIndex, next;
    do {
        r += arrows[key][0];
        c += arrows[key][1];
        next = rows[r] && rows[r].cells[c];
    } while (next && !nameOf(next));
    return next;
}

/* ---- the number that is chosen: its arithmetic, and another one in its place ---- */

let open = '', openPlace = 0; /* its name; which of the numbers of this name */

const cellsOf = name => numbers().filter(cell => nameOf(cell) === name);
const openCell = () => (open ? cellsOf(open)[openPlace] || cellsOf(open)[0] : undefined);

function mark(cell) {
    cell.classList.add('open');
    if (cell.tagName === 'TD') cell.setAttribute('aria-selected', 'true');
}

function unmark() {
    for (const cell of all('main .open')) {
        cell.classList.remove('open');
        cell.removeAttribute('aria-selected');
    }
}

/* Where the number was chosen: in a map, or in a table or line. */
const chosenPlace = () => (pinned ? maps()[pinned.map] : openCell());

function keepInSight() {
    const cell = chosenPlace();
    if (deskHeight !== desk.offsetHeight) makeRoom();
    if (cell && !isInSight(cell)) cell.scrollIntoView({ block: 'nearest' });
}

function isInSight(cell, height = desk.offsetHeight) {
    const { top, bottom } = cell.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight - height;
}

/* The desk has become higher or lower: it hides neither the end of the page nor what was seen. */
let deskHeight = 0;
function makeRoom() {
    const cell = chosenPlace(), seen = cell && isInSight(cell, deskHeight);
    deskHeight = desk.offsetHeight;
    document.documentElement.style.scrollPaddingBottom = deskHeight + 16 + 'px';
    document.body.style.paddingBottom = deskHeight + 32 + 'px';
    if (seen) keepInSight();
}

/* fixed: no other number can be put in its place. */
function choose(name, text, fixed) {
    unmark();
    open = name;
    cellsOf(name).forEach(mark);
    showSum(make('div', { class: 'arithmetic' }, make('span', {}, ...typeset(name)),
        make('div', {}, make('p', {}, '= ', make('strong', {}, text)))));
    one('.changer', chosen).replaceWith(fixed ? make('form', { class: 'changer' }) : changer(name, text));
    chosen.hidden = false;
    hint();
    keepInSight();
    update('');
}

function chooseCell(cell) {
    unpin();
    openPlace = cellsOf(nameOf(cell)).indexOf(cell);
    choose(nameOf(cell), cell.textContent, !cell.dataset.n);
}

function showSum(sum) {
    const cell = openCell(), field = one('.changer input', chosen);
    if (sum) {
        all('p', sum).forEach(setNames);
        sums.replaceChildren(sum);
    }
    if (field && cell && !chosen.contains(document.activeElement)) setChanger(cell.textContent);
    keepInSight();
}

/* As the program takes it; a comma may be a decimal one. */
const plainNumber = text => text.trim().replace(/−/g, '-').replace(/^(-?\d*),(\d+)$/, '$1.$2');

/* What stands in the field at first: no −∞, which only a mask makes. */
const offered = text => (/∞/.test(text) ? '' : plainNumber(text));

const minus = text => text.replace(/(^|[= ])-(?=[\d.])/g, '$1−');

/* A field and a slider for another number. */
function changer(name, text) {
    const field = make('input', { inputmode: 'text', size: 8, autocomplete: 'off', value: offered(text),
        'aria-label': `Another number in place of ${spoken(name)}` });
    const slider = make('input', { type: 'range', 'aria-label': 'The same, by sliding' });
    const put = () => {
        const number = plainNumber(field.value), cell = openCell();
        if (number && Number(number) === Number(plainNumber(cell ? cell.textContent : text))) return say(`${name} is ${minus(number)} already.`);
        change(`${name} is now ${minus(number)}.`, wish(`set ${name} = ${number}`));
    };
    slider.addEventListener('input', () => {
        field.value = String(Number(Number(slider.value).toPrecision(4)));
        put();
    });
    slide(slider, field.value);
    const take = event => {
        event.preventDefault();
        slide(slider, field.value);
        put();
    };
    return make('form', { class: 'changer', onsubmit: take },
        make('label', {}, make('span', { class: 'wide' }, 'Put in its place '), field), slider, make('button', {}, 'Compute'));
}

/* The slider reaches as far again as the number lies from 0. */
function slide(slider, text) {
    const number = Number(plainNumber(text)), isNumber = Number.isFinite(number), now = isNumber ? number : 0;
    if (!slider.max || Math.abs(now) > slider.max) {
        slider.max = Math.max(1, 2 * Math.abs(now));
        slider.min = -slider.max;
        slider.step = slider.max / 100;
    }
    if (isNumber) slider.value = now;
}

function setChanger(text) {
    const [field, slider] = all('.changer input', chosen);
    field.value = offered(text);
    slide(slider, text);
}

/* The reader goes on to type a number. */
function toField(letter) {
    const field = one('.changer input', chosen);
    if (!field) return false;
    if (letter) field.value = '';
    field.focus();
    if (!letter) field.select();
    return true;
}

function close() {
    const place = chosenPlace(), inside = desk.contains(document.activeElement);
    unmark();
    open = '';
    chosen.hidden = true;
    unpin();
    if (place && inside && nameOf(place)) focusOn(place, true);
    else if (place && inside) place.focus({ preventScroll: true });
    keepInSight();
    hint();
}

/* ---- wishes that are shown, with what else can be wished ---- */

function chip(line) {
    const words = (/^set /.test(line) ? minus(line) : line).replace(/^(set|input) /, '').replace(/^(without|sentence)/, '$1:')
        .replace(/=\u0001\d+ /, ': ').replace(/ = (\[.*)$/, (_, list) => `: ${sizeOf(list)} numbers of your own`);
    return make('li', {}, make('span', {}, ...typeset(words)), make('button', {
        'aria-label': 'Take back: ' + spoken(words),
        onclick: () => { change('Taken back.', unwish(line)); status.focus(); },
    }, '×'));
}

function showWishes() {
    const list = make('ul', { class: 'chips', 'aria-label': 'Changed' }, ...wishes.map(chip));
    const back = make('button', { onclick: () => change('Everything is as the lesson has it.', []) }, 'Undo all');
    changes.replaceChildren(...(wishes.length ? [list, ...(wishes.length > 1 ? [back] : [])] : []));
    changes.hidden = !wishes.length;
    for (const box of all('.without input', wished)) box.checked = wishes.includes('without ' + box.value);
}

function switchBox(name) {
    const box = make('input', { type: 'checkbox', value: name }), line = 'without ' + name;
    box.addEventListener('change', () => (box.checked ? change(`Without ${name}.`, wish(line))
        : change(`With ${name} again.`, unwish(line))));
    return make('label', {}, box, ' ', name);
}

/* Words of the reader's own in place of an input's; in the field stands what is read without them. */
function wordsField({ input, default: usual, next }) {
    const read = Array.isArray(usual) ? usual.join(' ') : usual;
    const field = make('input', { size: 24, autocomplete: 'off', placeholder: next ? 'computed word by word' : read });
    const take = event => {
        const line = input === 'sentence' ? 'sentence ' + field.value : `input ${input}=${field.value}`;
        event.preventDefault();
        change('Read.', field.value.trim() ? wish(line) : unwish(line));
    };
    return make('form', { onsubmit: take }, make('label', {}, `Your own ${input} `, field), make('button', {}, 'Read'));
}

/* A picture of the reader's own, which the browser unpacks. */
function pictureField({ input }) {
    const field = make('input', { type: 'file', accept: 'image/*' });
    field.addEventListener('change', async () => {
        const picture = field.files[0];
        if (!picture) return;
        try {
            const file = { name: `\u0001${ownFiles.length + 1} ${picture.name}`, bytes: await pixmap(picture) };
            bring(file);
            change('Looked at.', wish(`input ${input}=${file.name}`));
        } catch {
            sayFault(`${picture.name} is not a picture that this browser can read.`);
        }
    });
    return make('label', {}, `Your own ${input} `, field);
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

/* Vectors and matrices of the reader's own, of any size. */
function numbersField(names) {
    const choice = make('select', {}, ...names.map(name => make('option', { value: name }, name)));
    const field = make('textarea', { rows: 5, spellcheck: 'false', autocomplete: 'off' });
    const isOwn = line => line.startsWith(`set ${choice.value} = [`);
    const show = () => {
        const own = granted.find(isOwn), list = givenList(lesson.given[choice.value]);
        field.value = own ? writtenList(JSON.parse(own.slice(own.indexOf('[')))) : writtenList(list);
        field.placeholder = list ? '' : 'a row a line';
    };
    const take = event => {
        const name = choice.value, { list, fault } = readList(field.value, rankOf(givenList(lesson.given[name])));
        event.preventDefault();
        if (fault) return sayFault(fault);
        change(`${name} is now your own.`, wish(`set ${name} = ${list}`));
    };
    choice.addEventListener('change', show);
    show();
    return make('details', { class: 'own', ontoggle: keepInSight }, make('summary', {}, 'Your own numbers'),
        make('form', { onsubmit: take }, make('label', {}, 'In place of ', choice),
            make('label', {}, 'Rows, typed or pasted', field), make('button', {}, 'Compute')));
}

/*
 * What can be wished besides numbers. An input that has no words of its own is asked for last; one that
 * goes with each word of another, such as what governs it, only on a command line.
 */
function furnish() {
    const inputs = new Map();
    for (const part of [...Object.values(lesson.sequences || {}), ...Object.values(lesson.given || {})])
        if (part && part.input && !(part.default && part.default.from)) inputs.set(part.input, part);
    const pictures = [...inputs.values()].filter(part => part.pixels);
    const words = [...inputs.values()].filter(part => !part.pixels);
    const seldom = words.filter(part => part.default && typeof part.default === 'object');
    const boxes = Object.keys(lesson.switches || {}).map(switchBox);
    wished.append(...words.filter(part => !seldom.includes(part)).map(wordsField), ...pictures.map(pictureField));
    if (boxes.length) wished.append(make('fieldset', { class: 'without' }, make('legend', {}, 'Without'), ...boxes));
    if (seldom.length) wished.append(make('details', {}, make('summary', {}, 'More'), ...seldom.map(wordsField)));
    const lists = Object.keys(lesson.given || {}).filter(name => givenList(lesson.given[name]) !== undefined);
    if (lists.length) wished.append(numbersField(lists));
    const opener = make('button', { 'aria-expanded': 'false', 'aria-controls': 'wished' }, 'What if…');
    opener.addEventListener('click', () => {
        wished.hidden = !wished.hidden;
        opener.setAttribute('aria-expanded', String(!wished.hidden));
        keepInSight();
    });
    if (wished.firstChild) buttons.append(opener);
    buttons.append(turner, presenter,
        make('button', { class: 'wide', 'aria-label': 'Keys', 'aria-keyshortcuts': '?', onclick: showKeys }, '?'));
}

/* ---- films of trainings (film.js) ---- */

async function showFilm(button, section, step) {
    if (!isTrainedAgain(step)) return openFilm(section, section) && button.remove();
    const slow = setTimeout(() => { busy.hidden = false; }, 300);
    button.disabled = true;
    const answer = await ask([...asWritten, ...granted, 'every ' + Math.ceil(step.train.steps / film.looks)]);
    clearTimeout(slow);
    busy.hidden = true;
    button.disabled = false;
    if (!answer.told) return sayFault(answer.text);
    const trained = new DOMParser().parseFromString(answer.text, 'text/html').getElementById(section.id);
    if (trained && openFilm(section, trained)) button.remove();
}

/* A button above what a step watched. */
function offerFilms() {
    (lesson.steps || []).forEach((step, k) => {
        const section = isFilmed(step) && document.getElementById('step-' + (k + 1));
        const first = section && looksOf(section)[0];
        const button = first && make('button', { class: 'filmed', onclick: () => showFilm(button, section, step) }, 'Film of the training');
        if (button) first.remark.before(button);
    });
}

/* ---- what belongs to the number under the pointer ---- */

/* The heads of its row and column. */
function lightHeads(cell) {
    for (const head of all('th.lit')) head.classList.remove('lit');
    const table = cell && cell.closest('table');
    if (!table || cell.tagName !== 'TD') return;
    const above = table.tHead && table.tHead.rows[0].cells[cell.cellIndex];
    for (const head of [cell.parentNode.cells[0], above])
        if (head && head.tagName === 'TH') head.classList.add('lit');
}

/* ---- maps ---- */

const readout = make('div', { class: 'readout', hidden: true, 'aria-hidden': 'true' });
let pinned = null; /* { map, row, col }: the number of the map on the page, and the cell */

/* Beside the cell, in sight. */
function showReadout(map, cell) {
    const { left, top, side, high } = layout(map), box = map.getBoundingClientRect();
    const scale = box.width / map.viewBox.baseVal.width;
    readout.textContent = describe(map, cell);
    readout.hidden = false;
    const x = box.left + (left + (cell.col + 0.5) * side) * scale - readout.offsetWidth / 2;
    const y = box.top + (top + cell.row * high) * scale - readout.offsetHeight - 6;
    readout.style.left = Math.max(4, Math.min(x, window.innerWidth - readout.offsetWidth - 4)) + 'px';
    readout.style.top = (y > Math.max(4, box.top + top * scale) ? y : y + high * scale + readout.offsetHeight + 12) + 'px';
}

const maps = () => all('main svg[data-cells]');

/* Shows what is pinned, and nothing else. */
function showPinned() {
    const map = pinned && maps()[pinned.map];
    readout.hidden = true;
    maps().forEach(darken);
    if (map && pinned.row < layout(map).rows && pinned.col < layout(map).cols) light(map, pinned);
}

function unpin() {
    pinned = null;
    showPinned();
}

function pin(map, cell) {
    const name = numberOf(map, cell);
    pinned = { map: maps().indexOf(map), ...cell };
    showPinned();
    if (!name) return say(describe(map, cell));
    openPlace = 0;
    choose(name, map.dataset.numbers.split(' ')[cell.row * layout(map).cols + cell.col], false);
}

/* By keys: arrows go from cell to cell. */
function moveOnMap(map, key) {
    const { rows, cols } = layout(map), here = pinned && maps()[pinned.map] === map ? pinned : { row: 0, col: 0 };
    const within = (place, count) => Math.max(0, Math.min(count - 1, place));
    const step = pinned && here === pinned ? arrows[key] : [0, 0];
    const cell = { row: within(here.row + step[0], rows), col: within(here.col + step[1], cols) };
    pinned = { map: maps().indexOf(map), ...cell };
    showPinned();
    say(describe(map, cell));
}

/* ---- steps, one after the other; in a hall, one a screen ---- */

let screen = null; /* the number of the one that is shown; null: all are */

const screens = () => [one('body > header'), ...all('main > .step, main > .flow')].filter(part => part);
const seen = () => desk.getBoundingClientRect().top;

/* Tab goes on from there. */
function goTo(part) {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
}

function showScreen(k) {
    const list = screens();
    screen = Math.max(0, Math.min(k, list.length - 1));
    list.forEach((part, place) => part.classList.toggle('now', place === screen));
    const steps = list.filter(part => part.matches('.step')).length, step = /^step-(\d+)$/.exec(list[screen].id);
    one('.count', turner).textContent = step ? `${step[1]} / ${steps}` : list[screen].matches('.flow') ? 'diagram' : 'title';
}

/* Begins with what is in sight; a page at its start, with its title. */
function present() {
    if (screen !== null) return leave();
    const list = screens(), here = window.scrollY < 100 ? 0 : list.findLastIndex(part => part.getBoundingClientRect().top < seen() / 4);
    document.documentElement.classList.add('hall');
    turner.hidden = false;
    presenter.textContent = 'Leave';
    showScreen(here);
    window.scrollTo(0, 0);
}

function leave() {
    const here = screens()[screen];
    screen = null;
    document.documentElement.classList.remove('hall');
    turner.hidden = true;
    presenter.textContent = 'Present';
    if (here) here.scrollIntoView({ block: 'start' });
}

/* The rest of a step that is longer than the screen; then the next step. False: there is no more. */
function turn(forward) {
    const list = screens(), edge = 24, page = 0.85 * seen();
    const above = list.findLastIndex(part => part.getBoundingClientRect().top < edge);
    const here = screen !== null ? screen : Math.max(above, 0);
    if (!list.length) return false;
    const { top, bottom } = list[here].getBoundingClientRect();
    const next = list[here + (forward ? 1 : -1)];
    if (forward && bottom > seen() + edge) window.scrollBy(0, page);
    else if (!forward && top < -edge) window.scrollBy(0, Math.max(top, -page));
    else if (!next) return false;
    else if (screen !== null) {
        showScreen(here + (forward ? 1 : -1));
        window.scrollTo(0, 0);
        goTo(next);
    } else {
        next.scrollIntoView({ block: 'start' });
        goTo(next);
    }
    return true;
}

const turner = make('div', { class: 'turner', hidden: true },
    make('button', { 'aria-label': 'The step before', onclick: () => turn(false) }, '‹'), make('span', { class: 'count' }),
    make('button', { 'aria-label': 'The next step', onclick: () => turn(true) }, '›'));

const presenter = make('button', { class: 'wide', 'aria-keyshortcuts': 'p', onclick: present }, 'Present');

/* ---- keys ---- */

const keys = make('dialog', { class: 'keys', 'aria-label': 'Keys' }, make('dl', {}, ...[
    ['Tab', 'to the next table, map or field'],
    ['arrows', 'from number to number; in a presentation, from step to step'],
    ['Enter', 'chooses the number; once more: another number for it'],
    ['0 … 9, −', 'begins another number for the one that is chosen'],
    ['Page Down, Page Up', 'to the next step, to the one before'],
    ['Links', 'above a map: the same numbers as lines; arrows go from word to word'],
    ['arrows in the diagram', 'from box to box'],
    ['p', 'presents: one step a screen (F11: the whole screen)'],
    ['Escape', 'closes, leaves'],
    ['?', 'this list'],
].flatMap(([key, what]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, what)])),
make('button', { onclick: () => keys.close() }, 'Close'));

function showKeys() {
    if (!keys.open) keys.showModal();
}

/* Escape leaves one thing after the other: the number, the map, the hall. */
function escape() {
    if (open || pinned) close();
    else if (screen !== null) leave();
}

function pressOnNumber(cell, key) {
    if (arrows[key]) {
        const next = beside(cell, key);
        if (next) focusOn(next);
    } else if (key === 'Enter' || key === ' ') {
        if (nameOf(cell) !== open || !toField('')) chooseCell(cell);
    } else {
        return false;
    }
    return true;
}

function pressOnMap(map, key) {
    const cell = pinned && maps()[pinned.map] === map ? pinned : { row: 0, col: 0 };
    if (arrows[key]) moveOnMap(map, key);
    else if ((key === 'Enter' || key === ' ') && (!open || open !== numberOf(map, cell) || !toField(''))) pin(map, cell);
    else return key === 'Enter';
    return true;
}

/* Whether the key meant something. */
function press(at, key) {
    if (nameOf(at) && pressOnNumber(at, key)) return true;
    if (at.matches('svg[data-cells]') && pressOnMap(at, key)) return true;
    if (key === 'PageDown' || key === 'PageUp') return turn(key === 'PageDown');
    if (screen !== null && (key === 'ArrowRight' || key === 'ArrowLeft')) return turn(key === 'ArrowRight');
    if (open && /^[-−0-9.]$/.test(key)) return toField(key) && false; /* it is typed there */
    if (key === 'p') present();
    else if (key === '?') showKeys();
    else return false;
    return true;
}

document.addEventListener('keydown', event => {
    const at = event.target, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName);
    if (keys.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') escape();
    else if (!typing && press(at, event.key)) event.preventDefault();
});

/* ---- hands ---- */

const mapUnder = event => event.target.closest && event.target.closest('main svg[data-cells]');

document.addEventListener('click', event => {
    const cell = event.target.closest && event.target.closest('main [data-n], main [data-f]');
    const map = mapUnder(event), place = map && cellAt(map, event);
    if (nameOf(cell)) {
        focusOn(cell, true);
        chooseCell(cell);
    } else if (place && pinned && maps()[pinned.map] === map && pinned.row === place.row && pinned.col === place.col) {
        close();
    } else if (place) {
        pin(map, place);
    }
});

document.addEventListener('pointermove', event => {
    const map = mapUnder(event), cell = map && cellAt(map, event);
    if (!cell && readout.hidden) return;
    showPinned();
    if (!cell) return;
    light(map, cell);
    showReadout(map, cell);
});
document.addEventListener('scroll', () => { if (!readout.hidden) showPinned(); }, { passive: true });

document.addEventListener('pointerover', event => {
    const cell = event.target.closest && event.target.closest('main td');
    lightHeads(cell || document.activeElement.closest('main td'));
});
document.addEventListener('focusin', event => lightHeads(event.target.closest('main td')));

window.addEventListener('hashchange', () => change('Opened with the changes of the link.', readAddress()));

document.body.append(desk, readout, keys);
document.documentElement.classList.add('alive');
new ResizeObserver(makeRoom).observe(desk);
furnish();
written = { words: '', numbers: numbersOf(document) };
prepare();
hint();
if (readAddress().length) change('Opened with the changes of the link.', readAddress());

})();
