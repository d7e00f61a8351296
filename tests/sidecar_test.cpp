// Sidecars in use: made, updated, grown, put together from parts, the digest is that of the whole.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "sidecar_support.hpp"

namespace {

using namespace test::sidecars;

TEST(Sidecar, DigestsOfEveryShape) {
  for (const unsigned strength : {128U, 256U})
    for (const std::size_t custom_size : {std::size_t{0}, std::size_t{1}, std::size_t{100}, chunk - 3, chunk, 2 * chunk + 5})
      for (const std::size_t size : {std::size_t{0}, std::size_t{1}, chunk - 2, chunk - 1, chunk, chunk + 1, 2 * chunk,
                                     5 * chunk - 1, 5 * chunk, 12 * chunk + 77}) {
        const octets message = head(material, size), custom = head(custom_material, custom_size);
        expect_good(make(strength, message, custom), strength, message, custom);
      }
}

octets stream(unsigned strength, const octets& message, const octets& custom, std::size_t piece) {
  const sk::sidecar_subject subject = subject_of(strength, message, custom);
  sk::sidecar_digest node(subject, first_chunk(message));
  octets result(sk::sidecar::header_size_for(subject).value());
  const std::size_t header_size = result.size();
  for (std::size_t at = 0; at == 0 || at < message.size(); at += piece) {
    const std::size_t n = std::min(piece, message.size() - at);
    const sk::leaf_range leaves = sk::sidecar::leaves_of(subject, {at, n});
    octets memory(sk::sidecar::size_for(subject, leaves).value());
    sk::sidecar some = sk::sidecar::create(memory, subject, leaves).value();
    EXPECT_TRUE(some.put(at, part(message, at, n)));
    const sk::bytes values = some.chaining_values();
    result.insert(result.end(), values.data(), values.data() + values.size());
    node.update(values);
  }
  octets digest(subject.strength / 4);
  EXPECT_EQ(node.digest(digest), sidecar_error::none);
  EXPECT_TRUE(sk::sidecar::write_header({result.data(), header_size}, subject, digest));
  EXPECT_FALSE(sk::sidecar::write_header({result.data(), header_size - 1}, subject, digest));
  EXPECT_FALSE(sk::sidecar::write_header({result.data(), header_size}, subject, head(digest, digest.size() - 1)));
  octets check(sk::sidecar::check_size);
  sk::kt128(result, check, sk::sidecar::check_customization);
  result.insert(result.end(), check.begin(), check.end());
  return result;
}

TEST(Sidecar, MadeInOrderWithoutBeingInMemory) {
  for (const std::size_t custom_size : {std::size_t{0}, std::size_t{9}, chunk - 3, 2 * chunk + 5})
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, chunk - 1, chunk, chunk + 1, 5 * chunk, 12 * chunk + 77}) {
      const octets message = head(material, size), custom = head(custom_material, custom_size);
      for (const std::size_t piece : {chunk, 5 * chunk}) {
        EXPECT_EQ(stream(128, message, custom, piece), make(128, message, custom).memory) << size << ' ' << custom_size;
        EXPECT_EQ(stream(256, message, custom, piece), make(256, message, custom).memory) << size << ' ' << custom_size;
      }
    }
  EXPECT_FALSE(sk::sidecar::header_size_for({100, 0, {}, 0}).has_value());
}

// As an update and a verification do that hold no more of a sidecar than some leaves.
TEST(Sidecar, ReadInOrderWithoutBeingInMemory) {
  for (const unsigned strength : {128U, 256U}) {
    octets message = head(material, 12 * chunk + 77);
    const octets custom = head(custom_material, chunk);
    const made m = make(strength, message, custom);
    sk::sidecar_scan scan(m.memory.size());
    ASSERT_TRUE(scan.update(m.memory));
    ASSERT_EQ(scan.result(), sidecar_error::none);
    EXPECT_EQ(scan.subject().strength, strength);
    EXPECT_EQ(scan.subject().length, message.size());
    EXPECT_EQ(scan.subject().stamp, 7U);
    EXPECT_EQ(scan.customization_size(), custom.size());
    EXPECT_EQ(scan.header_size() + scan.leaves().count * (strength / 4) + 32, m.memory.size());
    EXPECT_TRUE(std::ranges::equal(std::span(scan.stored_digest().data(), scan.stored_digest().size()),
                                   digest_of(strength, message, custom)));

    const sk::sidecar_subject subject = subject_of(strength, message, custom);
    sk::sidecar_digest node(subject, first_chunk(message));
    const std::size_t value_size = strength / 4;
    octets out(100);
    message[5 * chunk + 3] ^= 1;
    for (std::uint64_t first = 0; first != scan.leaves().count; ++first) {
      EXPECT_EQ(node.digest(out), sidecar_error::incomplete);
      octets memory(sk::sidecar::size_for(subject, {first, 1}).value());
      sk::sidecar some = sk::sidecar::create(memory, subject, {first, 1}).value();
      const sk::bytes value = part(m.memory, scan.header_size() + first * value_size, value_size);
      EXPECT_FALSE(some.put_values(first + 1, value));
      EXPECT_FALSE(some.put_values(first, part(m.memory, 0, value_size - 1)));
      EXPECT_FALSE(some.put_values(first, part(m.memory, 0, 2 * value_size)));
      EXPECT_TRUE(some.missing());
      ASSERT_TRUE(some.put_values(first, value));
      EXPECT_FALSE(some.missing());
      const std::uint64_t at = (first + 1) * chunk;
      if (first < 11) {
        EXPECT_EQ(some.matches(at, part(message, at, chunk)), first != 4) << first;
      }
      node.update(value);
    }
    ASSERT_EQ(node.digest(out), sidecar_error::none);
    EXPECT_EQ(out, reference::kangarootwelve(strength, head(material, 12 * chunk + 77), 100, custom));
  }
}

TEST(Sidecar, DigestInOrderRefuses) {
  const octets message = head(material, 3 * chunk);
  const made m = make(128, message, {});
  octets out(32);
  sk::sidecar_digest short_chunk(subject_of(128, message, {}), part(message, 0, chunk - 1));
  short_chunk.update(m.car.chaining_values());
  EXPECT_EQ(short_chunk.digest(out), sidecar_error::other_message);
  sk::sidecar_digest zeros(subject_of(128, message, {}), first_chunk(message));
  zeros.update(octets(m.car.chaining_values().size()));
  EXPECT_EQ(zeros.digest(out), sidecar_error::incomplete);
  sk::sidecar_digest broken(subject_of(128, message, {}), first_chunk(message));
  broken.update(part(m.memory, 80, 31));
  broken.update(m.car.chaining_values());
  EXPECT_EQ(broken.digest(out), sidecar_error::incomplete);
}

TEST(Sidecar, LongerAndShorterOutput) {
  const octets message = head(material, 3 * chunk + 1);
  const made m = make(128, message, {});
  for (const std::size_t size : {0U, 5U, 32U, 33U, 500U}) {
    octets out(size);
    EXPECT_EQ(m.car.digest(first_chunk(message), out), sidecar_error::none);
    EXPECT_EQ(out, reference::kangarootwelve(128, message, size, {})) << size;
  }
}

TEST(Sidecar, ChangedRangesCostTheirChunks) {
  test::dice dice(163);
  octets message = head(material, 20 * chunk + 123);
  const octets custom = head(custom_material, 9000);
  for (const unsigned strength : {128U, 256U}) {
    made m = make(strength, message, custom);
    for (int i = 0; i < 20; ++i) {
      const std::size_t offset = dice.below(message.size());
      const std::size_t size = dice.below(std::min<std::size_t>(message.size() - offset, 3 * chunk) + 1);
      const sk::byte_range changed{offset, size};
      for (std::size_t j = 0; j < size; ++j) message[offset + j] ^= 0x5A;
      sk::sidecar car;
      ASSERT_EQ(sk::sidecar::open(m.memory, car), sidecar_error::none);
      const sk::byte_range chunks = sk::sidecar::chunks_around(car.subject(), changed);
      EXPECT_LE(chunks.offset, changed.offset);
      EXPECT_GE(chunks.offset + chunks.size, changed.offset + changed.size);
      EXPECT_LT(chunks.size, changed.size + 2 * chunk);
      if (changed.size != 0 && changed.offset >= chunk) {
        EXPECT_FALSE(car.matches(chunks.offset, part(message, chunks)));
      }
      ASSERT_TRUE(car.put(chunks.offset, part(message, chunks)));
      ASSERT_EQ(car.seal(first_chunk(message)), sidecar_error::none);
      expect_good(m, strength, message, custom);
    }
  }
}

TEST(Sidecar, VerifiesRangesWithoutTheRest) {
  const octets message = head(material, 15 * chunk + 9);
  const made m = make(256, message, head(custom_material, 10));
  for (std::size_t from = 0; from < message.size(); from += 3000)
    for (const std::size_t size : {std::size_t{1}, std::size_t{5000}, message.size() - from}) {
      const sk::byte_range range = sk::sidecar_view::chunks_around(m.car.subject(), {from, size});
      octets data(message.begin() + static_cast<std::ptrdiff_t>(range.offset),
                  message.begin() + static_cast<std::ptrdiff_t>(range.offset + range.size));
      EXPECT_TRUE(m.car.matches(range.offset, data)) << from << ", " << size;
      data.back() ^= 1;
      if (range.offset + range.size > chunk) {
        EXPECT_FALSE(m.car.matches(range.offset, data)) << from << ", " << size;
      }
    }
  octets changed = message, out(64);
  changed[5] ^= 1;
  EXPECT_EQ(m.car.digest(first_chunk(changed), out), sidecar_error::other_message) << "the first chunk is no leaf";
}

TEST(Sidecar, Grows) {
  const octets custom = head(custom_material, 50);
  for (const std::size_t before : {std::size_t{0}, std::size_t{100}, chunk, chunk + 1, 4 * chunk, 4 * chunk + 5000})
    for (const std::size_t after : {before, before + 1, before + chunk, before + 5 * chunk - 3}) {
      const octets message = head(material, after);
      const made old = make(128, head(material, before), custom);
      made m = begin(subject_of(128, message, custom));
      ASSERT_EQ(m.car.take(old.car), sidecar_error::none);
      std::uint64_t read = 0;
      while (const auto range = m.car.missing()) {
        ASSERT_TRUE(m.car.put(range->offset, part(message, *range)));
        read += range->size;
      }
      EXPECT_LE(read, after - before + chunk + 1);
      ASSERT_EQ(m.car.seal(first_chunk(message)), sidecar_error::none);
      expect_good(m, 128, message, custom);
      // And back: cut off, what is left stays.
      made shorter = begin(subject_of(128, head(material, before), custom));
      ASSERT_EQ(shorter.car.take(m.car), sidecar_error::none);
      while (const auto range = shorter.car.missing()) ASSERT_TRUE(shorter.car.put(range->offset, part(message, *range)));
      ASSERT_EQ(shorter.car.seal(part(message, 0, std::min(before, chunk))), sidecar_error::none);
      EXPECT_EQ(shorter.memory, old.memory);
    }
}

TEST(Sidecar, PartsHashedApart) {
  const octets message = head(material, 33 * chunk + 1000), custom = head(custom_material, 20000);
  const sk::sidecar_subject subject = subject_of(128, message, custom);
  made whole = begin(subject);
  for (const std::size_t i : {2U, 0U, 3U, 1U}) {
    const sk::byte_range range = sk::sidecar::chunks_around(subject, {i * 9 * chunk, 9 * chunk});
    const sk::leaf_range leaves = sk::sidecar::leaves_of(subject, range);
    octets memory(sk::sidecar::size_for(subject, leaves).value());
    EXPECT_LE(leaves.count, 11U);
    EXPECT_EQ(memory.size(), 48 + 32 + custom.size() + leaves.count * 32 + 32);
    sk::sidecar piece = sk::sidecar::create(memory, subject, leaves).value();
    EXPECT_EQ(piece.seal_part(), sidecar_error::incomplete);
    ASSERT_TRUE(piece.put(range.offset, part(message, range)));
    ASSERT_EQ(piece.seal_part(), sidecar_error::none);

    sk::sidecar_view received;
    ASSERT_EQ(sk::sidecar_view::open(memory, received), sidecar_error::none);
    EXPECT_TRUE(received.is_part());
    EXPECT_EQ(received.check(subject), sidecar_error::none);
    EXPECT_TRUE(received.matches(range.offset, part(message, range)));
    EXPECT_FALSE(received.matches(0, message)) << "it lacks leaves";
    octets out(32);
    EXPECT_EQ(received.digest(first_chunk(message), out), sidecar_error::incomplete);
    EXPECT_EQ(whole.car.seal(first_chunk(message)), sidecar_error::incomplete);
    ASSERT_EQ(whole.car.take(received), sidecar_error::none);
  }
  ASSERT_EQ(whole.car.seal(first_chunk(message)), sidecar_error::none);
  expect_good(whole, 128, message, custom);
}

#if defined(__unix__) || defined(__APPLE__)
// Four processes each hash a range of one file and leave a part in another; a fifth, this one, puts them together.
TEST(Sidecar, FourProcessesAndAFifth) {
  const octets message = head(material, 37 * chunk + 99);
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("simdkeccak." + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto write = [](const std::filesystem::path& file, const octets& data) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  };
  const auto read = [](const std::filesystem::path& file, std::uint64_t from, std::uint64_t size) {
    octets data(static_cast<std::size_t>(size));
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(from));
    stream.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(size));
    return data;
  };
  const std::filesystem::path file = folder / "data";
  write(file, message);
  const sk::sidecar_subject subject{128, message.size(), "custom", 5};

  std::vector<pid_t> workers;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const pid_t worker = fork();
    ASSERT_GE(worker, 0);
    if (worker == 0) {
      const sk::byte_range range = sk::sidecar::chunks_around(subject, {i * 10 * chunk, 10 * chunk});
      octets memory(*sk::sidecar::size_for(subject, sk::sidecar::leaves_of(subject, range)));
      sk::sidecar piece = *sk::sidecar::create(memory, subject, sk::sidecar::leaves_of(subject, range));
      const bool good =
          piece.put(range.offset, read(file, range.offset, range.size)) && piece.seal_part() == sidecar_error::none;
      if (good) write(folder / ("part" + std::to_string(i)), memory);
      _exit(good ? 0 : 1);
    }
    workers.push_back(worker);
  }
  made whole = begin(subject);
  for (std::size_t i = 0; i < workers.size(); ++i) {
    int status = 0;
    EXPECT_EQ(waitpid(workers[i], &status, 0), workers[i]);
    EXPECT_EQ(status, 0);
    const std::filesystem::path name = folder / ("part" + std::to_string(i));
    const octets memory = read(name, 0, std::filesystem::file_size(name));
    sk::sidecar_view piece;
    ASSERT_EQ(sk::sidecar_view::open(memory, piece), sidecar_error::none);
    ASSERT_EQ(whole.car.take(piece), sidecar_error::none);
  }
  ASSERT_EQ(whole.car.seal(read(file, 0, chunk)), sidecar_error::none);
  octets expected(32);
  sk::kt128(message, expected, "custom");
  EXPECT_TRUE(std::ranges::equal(expected, std::span(whole.car.stored_digest().data(), 32)));
  std::filesystem::remove_all(folder);
}
#endif

}  // namespace
