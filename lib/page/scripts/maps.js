/*
 * maps.js: what a map of a page holds, read from its drawing; and the same numbers as links: the words of
 * its rows and of its columns, joined by lines as thick as the numbers are large.
 */

/* A shape of a drawing. */
function draw(tag, attributes = {}, ...inside) {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    shape.append(...inside);
    return shape;
}

/* ---- cells ---- */

function layout(map) {
    const [left, top, side, high, rows, cols] = map.dataset.cells.split(' ').map(Number);
    return { left, top, side, high, rows, cols };
}

/* The cell below the pointer, or undefined. */
function cellAt(map, event) {
    const { left, top, side, high, rows, cols } = layout(map), box = map.getBoundingClientRect();
    const scale = map.viewBox.baseVal.width / box.width;
    const row = Math.floor(((event.clientY - box.top) * scale - top) / high);
    const col = Math.floor(((event.clientX - box.left) * scale - left) / side);
    return row >= 0 && row < rows && col >= 0 && col < cols ? { row, col } : undefined;
}

/* The words of its rows, then those of its columns; none where there is no room for them. */
function axisWords(map) {
    const { rows, cols } = layout(map), texts = all('text', map);
    return texts.length >= rows + cols ? texts.slice(0, rows + cols) : [];
}

/* "black, noir: 0.565" */
function describe(map, { row, col }) {
    const { rows, cols } = layout(map), words = axisWords(map).map(text => text.textContent);
    const number = map.dataset.numbers.split(' ')[row * cols + col];
    const place = words.length ? [words[row], words[rows + col]] : [`row ${row + 1}`, `column ${col + 1}`];
    return `${(rows > 1 ? place : place.slice(1)).join(', ')}: ${number}`;
}

/* Its name; a vector may be laid out in rows. "": what-if does not take it. */
function numberOf(map, { row, col }) {
    const { matrix, vector } = map.dataset, place = row * layout(map).cols + col + 1;
    const [name, subscript] = (matrix || vector || '').replace(/}$/, '').split(/_\{?/);
    const places = [...(subscript ? [subscript] : []), ...(matrix ? [row + 1, col + 1] : [place])].join(',');
    return name && (places.includes(',') ? `${name}_{${places}}` : `${name}_${places}`);
}

function darken(map) {
    for (const light of all('.light', map)) light.remove();
    for (const text of all('text.lit', map)) text.classList.remove('lit');
}

/* Row, column and cell get frames, and their words light up. */
function light(map, cell) {
    const { left, top, side, high, rows, cols } = layout(map), { row, col } = cell, words = axisWords(map);
    const frame = (x, y, width, height, kind) =>
        map.append(draw('path', { class: kind, d: `M${x} ${y}h${width}v${height}h${-width}z` }));
    darken(map);
    frame(left, top + row * high, cols * side, high, 'light');
    frame(left + col * side, top, side, rows * high, 'light');
    frame(left + col * side, top + row * high, side, high, 'light cell');
    for (const word of words.length ? [words[row], words[rows + col]] : []) word.classList.add('lit');
}

/* ---- links ---- */

const linked = new Set(); /* the numbers of the maps that are shown as links */

/* The words are in the page, and not too many; over a picture there are none. */
function hasLinks(map) {
    const { rows, cols } = layout(map);
    return rows > 1 && cols > 1 && Math.max(rows, cols) <= 40 && axisWords(map).length > 0 && !one('image, use', map);
}

/* What the lines join, in a map's words and numbers, and where they stand. */
function linksOf(map) {
    const { rows, cols } = layout(map), words = axisWords(map).map(text => text.textContent);
    const numbers = map.dataset.numbers.split(' ').map(text => Number(text.replace('−', '-')));
    const widest = list => 9.5 * Math.max(...list.map(word => [...word].length));
    const sides = [words.slice(0, rows), words.slice(rows)], high = Math.max(rows, cols) > 16 ? 20 : 30;
    const left = 56 + widest(sides[0]), right = left + 240, height = high * Math.max(rows, cols) + 8;
    const y = (side, k) => (height - high * sides[side].length) / 2 + (k + 0.5) * high;
    return { rows, cols, numbers, texts: map.dataset.numbers.split(' '), sides, left, right, height, y,
        width: right + 66 + widest(sides[1]), largest: Math.max(...numbers.filter(Number.isFinite).map(Math.abs)) || 1 };
}

function drawLinks(links, title) {
    const svg = draw('svg', { class: 'links', role: 'application', tabindex: 0, width: links.width, height: links.height,
        viewBox: `0 0 ${links.width} ${links.height}`, 'aria-label': `Links: ${title}` });
    links.numbers.forEach((number, place) => {
        const row = Math.floor(place / links.cols), col = place % links.cols, share = Math.abs(number) / links.largest;
        if (!(share >= 0.005)) return;
        const from = links.y(0, row), to = links.y(1, col), { left, right } = links, middle = (left + right) / 2;
        svg.append(draw('path', { class: number < 0 ? 'link minus' : 'link', 'data-row': row, 'data-col': col,
            'stroke-width': (0.5 + 9 * share).toFixed(1), 'stroke-opacity': (0.25 + 0.6 * share).toFixed(2),
            d: `M${left} ${from}C${middle} ${from} ${middle} ${to} ${right} ${to}` }));
    });
    links.sides.forEach((words, side) => words.forEach((word, k) => {
        const x = side ? links.right + 8 : links.left - 8, y = links.y(side, k);
        svg.append(draw('rect', { x: side ? links.right : 0, y: y - 14, width: side ? links.width - links.right : links.left, height: 28,
            'data-side': side, 'data-k': k }), draw('text', { class: side ? 's word' : 'e word', x, y: y + 5, 'data-side': side, 'data-k': k }, word));
    }));
    return svg;
}

/* Of one word: where it leads, the strongest first. */
function leads(links, { side, k }) {
    const all = links.sides[1 - side].map((word, other) => ({ word, other, place: side ? other * links.cols + k : k * links.cols + other }));
    return all.filter(({ place }) => Number.isFinite(links.numbers[place])).sort((a, b) => links.numbers[b.place] - links.numbers[a.place]);
}

/* Lights up the links of a word, with their numbers; null: all are alike. */
function lightLinks(svg, links, word) {
    for (const number of all('.number', svg)) number.remove();
    for (const line of all('.link', svg))
        line.classList.toggle('dim', Boolean(word) && Number(word.side ? line.dataset.col : line.dataset.row) !== word.k);
    for (const text of all('.word', svg))
        text.classList.toggle('lit', Boolean(word) && Number(text.dataset.side) === word.side && Number(text.dataset.k) === word.k);
    for (const { other, place } of word ? leads(links, word) : [])
        svg.append(draw('text', { class: word.side ? 's number' : 'e number', y: links.y(1 - word.side, other) + 5,
            x: word.side ? 2 : links.width - 2 }, links.texts[place]));
}

/* By hand and by keys: a word under the pointer, or pinned. tell: says a text. */
function steerLinks(svg, links, tell) {
    let pinned = null;
    const wordAt = event => {
        const { side, k } = event.target.dataset;
        return k === undefined ? null : { side: Number(side), k: Number(k) };
    };
    const same = word => word && pinned && word.side === pinned.side && word.k === pinned.k;
    const pin = word => {
        pinned = word;
        lightLinks(svg, links, word);
        if (!word) return tell('');
        const list = leads(links, word).slice(0, 5).map(({ word: other, place }) => `${other} ${links.texts[place]}`);
        tell(`${links.sides[word.side][word.k]}: ${list.join(', ')}.`);
    };
    svg.addEventListener('pointermove', event => lightLinks(svg, links, wordAt(event) || pinned));
    svg.addEventListener('pointerleave', () => lightLinks(svg, links, pinned));
    svg.addEventListener('click', event => pin(same(wordAt(event)) ? null : wordAt(event)));
    svg.addEventListener('keydown', event => {
        const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Enter: [0, 0], ' ': [0, 0] };
        const way = ways[event.key], within = (k, count) => Math.max(0, Math.min(count - 1, k));
        if (event.key === 'Escape' && pinned) pin(null);
        else if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
        else if (!pinned) pin({ side: 0, k: 0 });
        else {
            const side = within(pinned.side + way[0], 2);
            pin({ side, k: within(pinned.k + way[1], links.sides[side].length) });
        }
        event.preventDefault();
        event.stopPropagation();
    });
}

/* What stands above the map names its sides. */
function nameSides(map, from, to) {
    const roles = map.previousElementSibling;
    if (roles && roles.matches('.roles')) from.forEach((name, k) => { roles.textContent = roles.textContent.replace(name, to[k]); });
}

function showLinks(map, tell) {
    const links = linksOf(map), title = one('figcaption', map.closest('figure')).firstChild.textContent;
    const svg = drawLinks(links, title);
    nameSides(map, ['rows –', 'columns –'], ['left –', 'right –']);
    steerLinks(svg, links, tell);
    map.after(svg);
    map.style.display = 'none';
}

/* A button above the map, which draws it as links and as cells again. number: of the map on the page. */
function offerLinks(map, number, tell) {
    const caption = one('figcaption', map.closest('figure'));
    if (!caption || !hasLinks(map) || one('.view', caption)) return;
    const button = make('button', { class: 'view', type: 'button', 'aria-pressed': String(linked.has(number)) }, 'Links');
    button.addEventListener('click', () => {
        const shown = linked.delete(number);
        if (!shown) linked.add(number);
        button.setAttribute('aria-pressed', String(!shown));
        if (!shown) showLinks(map, tell);
        else {
            map.nextElementSibling.remove();
            map.style.display = '';
            nameSides(map, ['left –', 'right –'], ['rows –', 'columns –']);
        }
    });
    caption.append(' ', button);
    if (linked.has(number)) showLinks(map, tell);
}
