// SPDX-License-Identifier: Apache-2.0
#include "lanes/memory.hpp"

#include <algorithm>
#include <utility>

namespace hipaudit::lanes {

using kf::kNone;

namespace {

constexpr std::size_t kMaxObjects = 1U << 20;
constexpr std::size_t kMaxEntries = 4096;

// Addresses: a tag in the top 12 bits, the object in the next 20, a biased offset in the rest.
constexpr std::uint64_t kLocalTag = 0xa51;
constexpr std::uint64_t kSharedTag = 0xb72;
/// Memory that is zero: initialiser lists copy from there what they do not name.
constexpr std::uint64_t kZeroTag = 0xc83;
constexpr std::int64_t kBias = std::int64_t{1} << 31;

std::uint64_t tag_of(std::uint64_t address) { return address >> 52; }
std::size_t object_in(std::uint64_t address) { return (address >> 32) & 0xfffff; }
std::int64_t offset_in(std::uint64_t address) {
  return static_cast<std::int64_t>(address & 0xffffffff) - kBias;
}
std::uint64_t address(std::uint64_t tag, std::uint64_t object) {
  return tag << 52 | object << 32 | static_cast<std::uint64_t>(kBias);
}

std::size_t bit(int lane) { return Lanes::bit(lane); }

Mask only(int lane) {
  Mask one;
  one.set(bit(lane));
  return one;
}

/// What a pointer that is not known, or that not all of CUDA's lanes agree on, does to a value.
std::uint8_t taint_of_address(const Value& at) {
  return at.taint & static_cast<std::uint8_t>(kPoison | kUnmodelled);
}

bool fits(std::uint32_t stored, const kf::Type& type) {
  return stored == type.bytes || stored == 0 || type.bytes == 0;
}

/// The entry of a local object for exactly this place, made where there is none.
Entry& entry(Object& o, std::int64_t offset, std::uint32_t size, bool copy) {
  for (Entry& e : o.entries)
    if (e.offset == offset && e.size == size && e.copy == copy) return e;
  Entry e;
  e.offset = offset;
  e.size = size;
  e.copy = copy;
  o.entries.push_back(std::move(e));
  return o.entries.back();
}

/// Make an entry hold `value` in `lanes`, whatever it held there.
void set(Entry& e, const Vec& value, const Mask& lanes, int count) {
  if ((e.present & ~lanes).none()) {
    e.value = value;
    e.present = lanes;
    return;
  }
  if (!e.value.uniform() || !value.uniform() || e.value[0] != value[0]) {
    Value* to = e.value.spread(count);
    for (int l = 0; l < count; ++l)
      if (lanes[bit(l)]) to[l] = value[l];
  }
  e.present |= lanes;
}

/// Forget what overlaps `size` bytes from `offset` for `lanes`, the entry itself excepted. Of what
/// reaches further the rest stays: half of a 64-bit number.
void displace(Object& o, std::int64_t offset, std::uint32_t size, const Mask& lanes, bool copy,
              const Lanes& all) {
  const std::int64_t end = offset + std::max<std::int64_t>(size, 1);
  std::vector<Entry> rest;
  const auto keep = [&](const Entry& e, const Mask& hit, std::int64_t from, std::int64_t to) {
    if (from >= to) return;
    Entry r;
    r.offset = from;
    r.size = static_cast<std::uint32_t>(to - from);
    r.value = all.map(e.value, [&](Value v) { return part(v, from - e.offset, r.size); });
    r.present = hit;
    rest.push_back(std::move(r));
  };
  for (Entry& e : o.entries) {
    if (e.offset == offset && e.size == size && e.copy == copy) continue;
    // A field stored into a copied structure hides only its own bytes.
    if (e.copy && !copy) continue;
    if (e.offset >= end || offset >= e.end()) continue;
    const Mask hit = e.present & lanes;
    if (hit.none()) continue;
    if (!e.copy && e.size <= 8) {
      keep(e, hit, e.offset, offset);
      keep(e, hit, end, e.end());
    }
    e.present &= ~lanes;
  }
  for (const Entry& r : rest) set(entry(o, r.offset, r.size, false), r.value, r.present, all.count);
}

}  // namespace

std::uint64_t outside(std::uint64_t hash) { return address(0, (hash & 0x7ffff) | 0x80000); }

std::uint64_t Memory::make(const kf::Function& f, const kf::Var& var, bool shared) {
  if (objects_.size() >= kMaxObjects) throw GaveUp{kTooLarge};
  Object& o = objects_.emplace_back();
  o.shared = shared;
  o.var = &var;
  o.element = f.types[var.type].bytes;
  if (var.storage != kf::Storage::dynamic_shared && o.element > 0) {
    o.bytes = o.element;
    for (const std::int64_t extent : var.extents)
      o.bytes = extent > 0 && o.bytes >= 0 ? o.bytes * extent : -1;
  }
  return address(shared ? kSharedTag : kLocalTag, objects_.size() - 1);
}

std::uint64_t Memory::make_temporary() {
  if (objects_.size() >= kMaxObjects) throw GaveUp{kTooLarge};
  objects_.emplace_back();
  return address(kLocalTag, objects_.size() - 1);
}

Object* Memory::find(std::uint64_t at) {
  const std::uint64_t tag = tag_of(at);
  if ((tag != kLocalTag && tag != kSharedTag) || object_in(at) >= objects_.size()) return nullptr;
  Object& o = objects_[object_in(at)];
  return o.shared == (tag == kSharedTag) ? &o : nullptr;
}

void Memory::note(Event::Kind kind, const Place& by, int lane, const std::string& name,
                  std::int64_t index, std::int64_t extent, bool by_data) {
  EventInfo& info = trace_.events[{kind, by.first, by.second}];
  if (info.lanes.empty()) {
    info.by_data = by_data;
    info.name = name;
    info.index = index;
    info.extent = extent;
  }
  if (std::ranges::find(info.lanes, lane) == info.lanes.end()) info.lanes.push_back(lane);
}

/// Indices past the end of an array, unless data decides them.
void Memory::check_range(const Vec& at, std::uint32_t size, const Place& by) {
  if (!by.first || by.second == kNone) return;
  const auto check = [&](int l) {
    const Value v = at[l];
    if (v.taint & (kData | kUnmodelled | kPoison)) return;
    const Object* o = find(v.bits);
    if (!o || o->bytes < 0 || lanes_.poisoned[bit(l)]) return;
    const std::int64_t offset = offset_in(v.bits);
    if (offset >= 0 && offset + std::max<std::int64_t>(size, 1) <= o->bytes) return;
    const auto element = static_cast<std::int64_t>(std::max<std::uint32_t>(o->element, 1));
    note(Event::Kind::out_of_range, by, l, o->name(), offset / element, o->bytes / element);
  };
  if (at.uniform()) return check(lanes_.first_active());
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l)) check(l);
}

// --- loads
// ----------------------------------------------------------------------------------------

Value Memory::load_local(Object& o, std::int64_t offset, int lane, const kf::Type& type) {
  const Entry* around = nullptr;
  const std::uint32_t size = type.bytes;
  std::uint64_t assembled = 0;
  std::uint32_t covered = 0;
  std::uint8_t taint = 0;
  for (const Entry& e : o.entries) {
    if (!e.present[bit(lane)]) continue;
    if (!e.copy && e.offset == offset && fits(e.size, type)) return e.value[lane];
    if (e.offset <= offset && offset < e.end() && (!around || !e.copy)) around = &e;
    if (!e.copy && e.offset >= offset && e.end() <= offset + size && size <= 8) {
      assembled |= (e.value[lane].bits & (e.size >= 8 ? ~0ULL : (1ULL << (8 * e.size)) - 1))
                   << (8 * (e.offset - offset));
      covered += e.size;
      taint |= e.value[lane].taint;
    }
  }
  if (covered == size && size > 0) return convert({assembled, taint}, type);
  if (around && around->copy)
    return load_one(
        {around->value[lane].bits + static_cast<std::uint64_t>(offset - around->offset), 0}, lane,
        type);
  if (around) return convert(part(around->value[lane], offset - around->offset, size), type);
  if (o.unknown != 0) {
    Value v = data_.typed(mix(mix(o.unknown, static_cast<std::uint64_t>(offset)), bit(lane)), type);
    v.taint |= kUnmodelled;
    return v;
  }
  Value v = data_.typed(mix(static_cast<std::uint64_t>(offset), data_.seed()), type);
  v.taint |= kPoison;
  return v;
}

Value Memory::load_shared(Object& o, const Value& at, int lane, const kf::Type& type,
                          const Place& by) {
  const std::int64_t offset = offset_in(at.bits);
  const auto found = o.cells.find(offset);
  if (found != o.cells.end()) {
    const Cell& cell = found->second;
    if (fits(cell.size, type)) return cell.value;
    if (cell.size > type.bytes) return convert(part(cell.value, 0, type.bytes), type);
  }
  // A wider load of narrower stores, or a narrower one of a wider store.
  std::uint64_t mixed = 0;
  std::uint8_t taint = 0;
  bool any = false;
  if (type.bytes > 1 || found != o.cells.end())
    for (std::int64_t i = -8; i < static_cast<std::int64_t>(type.bytes); ++i)
      if (const auto near = o.cells.find(offset + i);
          near != o.cells.end() && (i >= 0 || -i < static_cast<std::int64_t>(near->second.size))) {
        mixed = mix(mixed, near->second.value.bits + static_cast<std::uint64_t>(i));
        taint |= near->second.value.taint;
        any = true;
      }
  if (any) {
    Value v = data_.typed(mixed, type);
    v.taint |= taint;
    return v;
  }
  Value v =
      data_.typed(mix(mix(o.unknown, static_cast<std::uint64_t>(offset)), data_.seed()), type);
  if (o.unknown != 0) {
    v.taint |= kUnmodelled;
    return v;
  }
  v.taint |= kPoison;
  if (by.first && !lanes_.poisoned[bit(lane)]) {
    const auto element = static_cast<std::int64_t>(o.element);
    note(Event::Kind::unwritten, by, lane, o.name(), element ? offset / element : offset,
         o.bytes > 0 && element ? o.bytes / element : 0, (at.taint & kData) != 0);
  }
  return v;
}

Value Memory::load_one(const Value& where, int lane, const kf::Type& type, const Place& by) {
  const std::uint64_t at = where.bits;
  if (Object* o = find(at))
    return o->shared ? load_shared(*o, where, lane, type, by)
                     : load_local(*o, offset_in(at), lane, type);
  if (tag_of(at) == kZeroTag) return {};
  if (const auto found = outside_.find(at); found != outside_.end()) {
    const Cell& cell = found->second;
    if (fits(cell.size, type)) return cell.value;
    return convert(part(cell.value, 0, type.bytes), type);
  }
  return data_.initial(at, type);
}

bool Memory::is_stored(std::uint64_t at, int lane) {
  const Object* o = find(at);
  if (!o) return outside_.contains(at);
  const std::int64_t offset = offset_in(at);
  if (o->shared) return o->cells.contains(offset);
  return std::ranges::any_of(o->entries, [&](const Entry& e) {
    return !e.copy && e.present[bit(lane)] && e.offset <= offset && offset < e.end();
  });
}

Vec Memory::load(const Vec& at, const kf::Type& type, const Place& by) {
  if (is_vector_like(type) && !type.is_reference) return at;  // structures go by address
  check_range(at, type.bytes, by);
  if (at.uniform()) {
    const Object* o = find(at[0].bits);
    if (!o || o->shared) {
      Value v = load_one(at[0], lanes_.first_active(), type, by);
      v.taint |= taint_of_address(at[0]);
      return Vec(v);
    }
    for (const Entry& e : o->entries)
      if (!e.copy && e.offset == offset_in(at[0].bits) && fits(e.size, type)
          && (lanes_.on & ~e.present).none())
        return e.value;
  }
  return lanes_.each([&](int l) {
    const Value p = at[l];
    Value v = load_one(p, l, type, by);
    v.taint |= taint_of_address(p);
    return v;
  });
}

// --- stores
// ---------------------------------------------------------------------------------------

void Memory::store_local(Object& o, std::int64_t offset, std::uint32_t size, const Mask& lanes,
                         const Vec& value, bool copy) {
  if (o.entries.size() > kMaxEntries) throw GaveUp{kTooLarge};
  displace(o, offset, size, lanes, copy, lanes_);
  set(entry(o, offset, size, copy), value, lanes, lanes_.count);
}

void Memory::store_one(const Place& by, std::uint64_t at, int lane, Value v, std::uint32_t size) {
  if (lanes_.poisoned[bit(lane)]) v.taint |= kPoison;
  if (Object* o = find(at)) {
    if (!o->shared)
      store_local(*o, offset_in(at), size, only(lane), Vec(v), false);
    else
      put(o->cells[offset_in(at)], by, lane, v, size, o);
    return;
  }
  Cell& cell = outside_[at];
  put(cell, by, lane, v, size, nullptr);
  Write& w = trace_.memory[at];
  w.value = cell.value;
  w.lane = lane;
  w.function = by.first;
  w.at = by.second;
}

void Memory::put(Cell& cell, const Place& by, int lane, Value v, std::uint32_t size,
                 const Object* object) {
  if (cell.stamp == stamp_ && cell.lane != lane && cell.value.bits != v.bits) {
    v.taint |= kPoison;
    if (by.first)
      note(Event::Kind::racing_stores, by, lane, object ? object->name() : std::string());
  }
  cell.value = v;
  cell.size = size;
  cell.stamp = stamp_;
  cell.lane = lane;
}

void Memory::store(const Place& by, const Vec& at, const Vec& value, std::uint32_t size) {
  if (lanes_.on.none()) return;
  ++stamp_;
  check_range(at, size, by);
  const bool poisoned = (lanes_.poisoned & lanes_.on).any();
  if (at.uniform()) {
    Object* o = find(at[0].bits);
    if (o && !o->shared) {
      Vec v = value;
      if (poisoned) {
        Value* to = v.spread(lanes_.count);
        for (int l = 0; l < lanes_.count; ++l)
          if (lanes_.active(l) && lanes_.poisoned[bit(l)]) to[l].taint |= kPoison;
      }
      store_local(*o, offset_in(at[0].bits), size, lanes_.on, v, false);
      return;
    }
    if (value.uniform() && !poisoned) {
      store_one(by, at[0].bits, lanes_.first_active(), stored(value[0], at[0]), size);
      return;
    }
  }
  for (int l = 0; l < lanes_.count; ++l)
    if (lanes_.active(l)) store_one(by, at[l].bits, l, stored(value[l], at[l]), size);
}

void Memory::store_in_turn(const Place& by, Value at, int lane, Value value, std::uint32_t size) {
  ++stamp_;
  store_one(by, at.bits, lane, stored(value, at), size);
}

Value Memory::stored(Value v, const Value& at) {
  if (at.taint & kPoison) v.taint |= kPoison;
  if (at.taint & kUnmodelled) trace_.unmodelled = true;
  return v;
}

// --- structures
// -----------------------------------------------------------------------------------

void Memory::copy(const Place& by, const Vec& to, const Vec& from, const kf::Type& type) {
  ++stamp_;
  const std::uint32_t bytes = type.bytes ? type.bytes : 1U << 20;
  for (int l = 0; l < lanes_.count; ++l) {
    if (!lanes_.active(l) || to[l].bits == from[l].bits) continue;
    copy_one(by, to[l].bits, from[l].bits, l, bytes);
  }
}

/// What is known of the structure at `from`: its fields, and structures copied into it.
std::vector<Memory::Piece> Memory::pieces_of(std::uint64_t from, int lane, std::uint32_t bytes) {
  std::vector<Piece> pieces;
  const std::int64_t start = offset_in(from);
  const auto inside = [&](std::int64_t offset, std::uint32_t size) {
    return offset >= start && offset + static_cast<std::int64_t>(size) <= start + bytes;
  };
  const Object* source = find(from);
  if (source && !source->shared) {
    for (const Entry& e : source->entries) {
      if (!e.present[bit(lane)]) continue;
      if (inside(e.offset, e.size))
        pieces.push_back({e.offset - start, e.size, e.value[lane], e.copy});
      else if (e.copy && e.offset <= start && start < e.offset + static_cast<std::int64_t>(e.size))
        pieces.push_back({0,
                          bytes,
                          {e.value[lane].bits + static_cast<std::uint64_t>(start - e.offset),
                           e.value[lane].taint},
                          true});
    }
    std::ranges::stable_sort(pieces,
                             [](const Piece& a, const Piece& b) { return a.copy > b.copy; });
  } else if (source) {
    for (std::int64_t i = 0; i < std::min<std::int64_t>(bytes, 256); ++i)
      if (const auto cell = source->cells.find(start + i); cell != source->cells.end())
        pieces.push_back({i, cell->second.size, cell->second.value, false});
  } else {
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(bytes, 64); i += 4)
      if (const auto cell = outside_.find(from + i); cell != outside_.end())
        pieces.push_back({i, cell->second.size, cell->second.value, false});
  }
  return pieces;
}

void Memory::copy_one(const Place& by, std::uint64_t to, std::uint64_t from, int lane,
                      std::uint32_t bytes) {
  const std::vector<Piece> pieces = pieces_of(from, lane, bytes);
  const bool whole = find(from) == nullptr;
  Object* target = find(to);
  if (target && !target->shared) {
    const Mask one = only(lane);
    displace(*target, offset_in(to), bytes, one, true, lanes_);
    if (whole) store_local(*target, offset_in(to), bytes, one, Vec(Value{from, 0}), true);
    for (const Piece& p : pieces)
      store_local(*target, offset_in(to) + p.delta, p.size, one, Vec(p.value), p.copy);
    return;
  }
  if (whole || pieces.empty())
    // All of it at once: its address stands for its contents.
    store_one(by, to, lane, {mix(from, data_.seed()), kData}, bytes);
  for (const Piece& p : pieces) {
    Value v = p.value;
    if (p.copy) v.bits = mix(v.bits, data_.seed());
    store_one(by, to + static_cast<std::uint64_t>(p.delta), lane, v, p.size);
  }
}

void Memory::zero(std::uint64_t at, std::uint32_t bytes) {
  Object* o = find(at);
  if (!o || o->shared || lanes_.on.none()) return;
  store_local(*o, offset_in(at), bytes, lanes_.on, Vec(Value{address(kZeroTag, 0), 0}), true);
}

void Memory::clear(std::uint64_t object) {
  if (Object* o = find(object))
    for (Entry& e : o->entries) e.present &= ~lanes_.on;
}

std::uint64_t Memory::digest(Value v, int lane) {
  const Object* o = find(v.bits);
  if (!o) return v.bits;
  std::uint64_t h = 0;
  if (o->shared) {
    for (const auto& [offset, cell] : o->cells)
      h += mix(static_cast<std::uint64_t>(offset), cell.value.bits);
  } else {
    for (const Entry& e : o->entries)
      if (e.present[bit(lane)]) h += mix(static_cast<std::uint64_t>(e.offset), e.value[lane].bits);
  }
  return mix(h, static_cast<std::uint64_t>(offset_in(v.bits)));
}

void Memory::forget(Value v, int lane, std::uint64_t cause) {
  Object* o = find(v.bits);
  if (!o) return;
  o->unknown = mix(o->unknown + 1, o->shared ? 1 : cause);
  if (o->shared) {
    o->cells.clear();
  } else {
    for (Entry& e : o->entries) e.present.reset(bit(lane));
  }
}

}  // namespace hipaudit::lanes
